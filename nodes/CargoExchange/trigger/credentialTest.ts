import { checkQueue, parseCredential } from '../amqp';

/** For the Test button: opens a real connection with what was entered and says in plain words what is in the way. */
export async function testQueueCredential(credential: unknown): Promise<{ status: 'OK' | 'Error'; message: string }> {
	try {
		await checkQueue(parseCredential(credential), null);
		return { status: 'OK', message: 'Connected to the broker and the virtual host' };
	} catch (fault) {
		return { status: 'Error', message: sentenceOf(fault) };
	}
}

function sentenceOf(fault: unknown): string {
	if (!(fault instanceof Error)) return String(fault);
	return 'description' in fault && typeof fault.description === 'string'
		? `${fault.message}. ${fault.description}`
		: fault.message;
}
