/** A RabbitMQ for tests, the demo and the benchmark: the one that AMQP_URL names, otherwise a private one. */
import { type DebianRelease, findPrograms, installPrograms, releasePrograms } from './broker/programs';
import { type Broker, startNode } from './broker/node';

export type { Broker };

export type BrokerOptions = {
	/** Called with one plain line for each step that takes a while. */
	onProgress?: (line: string) => void;
	/** More lines for the private broker's rabbitmq.conf, such as a TLS listener. */
	config?: string[];
	/** Plugins of RabbitMQ for the private broker, such as `rabbitmq_auth_mechanism_ssl`. */
	plugins?: string[];
	/** A private broker even if AMQP_URL names another: for tests that stop, kill or reconfigure it. */
	alwaysOwn?: boolean;
	/** The RabbitMQ of this Debian release instead of the one that is installed. */
	release?: DebianRelease;
};

/** Gives a broker that answers. If there is none and none can be installed, throws a sentence that says what to do. */
export async function startBroker(options: BrokerOptions = {}): Promise<Broker> {
	const { onProgress = () => {}, config = [], plugins = [], alwaysOwn = false, release } = options;
	const given = process.env.AMQP_URL;
	const settings = { config, plugins };
	if (release) return await startNode(await releasePrograms(release), settings, onProgress);
	if (given && !alwaysOwn) return foreignBroker(given);
	const programs = findPrograms() ?? (await installPrograms(onProgress));
	return await startNode(programs, settings, onProgress);
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
		queuesSaved: refuse,
		control: refuse,
	};
}
