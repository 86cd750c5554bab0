import type { Activity } from './activity';
import type { Faults } from './faults';
import type { LifeCycle } from './lifeCycle';
import type { Settings } from './options';
import type { DocumentPrinter } from './pdf';
import type { QueueFaults } from './queueFaults';
import type { RecordedRequest } from './requests';
import type { Store } from './store';
import type { Tokens } from './tokens';

/** What the routes work with. */
export type Exchange = {
	settings: Settings;
	store: Store;
	tokens: Tokens;
	life: LifeCycle;
	printer: DocumentPrinter;
	faults: Faults;
	queueFaults: QueueFaults;
	activity: Activity;
	requests: RecordedRequest[];
	/** Every status message published, oldest first. */
	messages: object[];
};
