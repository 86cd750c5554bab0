/** Why the test step ends without an event, in the user's words. */
export class NothingToShow extends Error {
	readonly description: string;

	constructor(message: string, description: string) {
		super(message);
		this.name = 'NothingToShow';
		this.description = description;
	}
}

export function silence(): NothingToShow {
	return new NothingToShow(
		'No message that passes the filters came within a minute',
		'Cause a status update, or relax Events and Filters, and run the step again.',
	);
}

export function takenElsewhere(others: number): NothingToShow {
	return new NothingToShow(
		'No message that passes the filters waits in the queue',
		`${others === 1 ? 'Another reader takes' : `${others} other readers take`} messages from this queue and may have taken it first. Run the step again, or stop the other reader meanwhile.`,
	);
}

export function noneOfTheFirst(mostLookedAt: number): NothingToShow {
	return new NothingToShow(
		`None of the first ${mostLookedAt} messages in the queue passes the filters`,
		'Relax Events and Filters for the test. The messages stay in the queue.',
	);
}

export function noneOfTheCopies(): NothingToShow {
	return new NothingToShow(
		'None of the messages that the last test saw passes the filters',
		'The queue was not read again, because each look counts as a delivery, and the broker removes a message after too many. Relax Events and Filters, or choose "Sample Event" under "Test With".',
	);
}

export function unreadable(reason: string): NothingToShow {
	return new NothingToShow(
		'The next message in the queue is not a status event',
		`${reason} It stays in the queue. Once the workflow is published, "Unreadable Messages" in the options decides what happens to it; with "Emit" there, this test shows its text.`,
	);
}
