import { createCleanup } from '../../../scripts/demo/cleanup';

/** Shared by jest's globalSetup and globalTeardown, which run in one module registry. */
export const cleanup = createCleanup(120_000);
