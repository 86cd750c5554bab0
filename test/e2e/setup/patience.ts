/** For whatever hangs: what a test waits for has a shorter limit of its own, and says what did not come about. */
jest.setTimeout(900_000);
