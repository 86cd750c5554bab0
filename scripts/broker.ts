/** A RabbitMQ for tests, the demo and the benchmark: the one that AMQP_URL names, else a private one of our own. */
import { type DebianRelease, releasePrograms } from './broker/debianRelease';
import { findPrograms, installPrograms } from './broker/programs';
import { type Broker, startNode } from './broker/node';

export type { Broker };

export type BrokerOptions = {
	/** Told each step that takes a while, one plain line at a time. */
	onProgress?: (line: string) => void;
	/** More lines for the private broker's rabbitmq.conf, such as a TLS listener. */
	config?: string[];
	/** A broker of our own even where AMQP_URL names another: for tests that stop, kill or reconfigure it. */
	alwaysOwn?: boolean;
	/** The RabbitMQ of this Debian release instead of the one that is installed. */
	release?: DebianRelease;
};

/** Gives a broker that answers. Throws one sentence that says what to do where there is none and none can be had. */
export async function startBroker(options: BrokerOptions = {}): Promise<Broker> {
	const { onProgress = () => {}, config = [], alwaysOwn = false, release } = options;
	const given = process.env.AMQP_URL;
	if (release) return await startNode(await releasePrograms(release, onProgress), config, onProgress);
	if (given && !alwaysOwn) return foreignBroker(given);
	const programs = findPrograms() ?? (await installPrograms(onProgress));
	return await startNode(programs, config, onProgress);
}

function foreignBroker(url: string): Broker {
	const refuse = (): Promise<never> =>
		Promise.reject(
			new Error('The broker named by AMQP_URL is not ours to control. Unset AMQP_URL to use a private RabbitMQ.'),
		);
	return {
		url,
		extraPort: 0,
		ownProcess: false,
		stop: () => Promise.resolve(),
		kill: refuse,
		restart: refuse,
		control: refuse,
	};
}
