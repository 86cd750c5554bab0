import type { RunOptions } from './dispatcherUnderTest';
import type { Duration, Fates } from './execution';
import type { QueueKind } from './queue';
import type { Filter } from './workflow';

/** The options of a workflow that its editing may change. */
export type Choice = { readonly filter: Filter; readonly options: RunOptions; readonly ownLimitMs: number };

/** What n8n was about to publish when it ended: it does so when it starts, so long before it starts the others. */
export type Publishes = { readonly workflow: number; readonly gapMs: number };

export type Step =
	| { readonly do: 'publish'; readonly set: string | null; readonly count: number; readonly to?: number }
	| {
			readonly do: 'publishUnreadable' | 'publishLarge' | 'publishPoison';
			readonly to?: number;
			readonly count?: number;
	  }
	| { readonly do: 'publishCopy'; readonly of: number }
	| { readonly do: 'pass'; readonly ms: number }
	/** Publishes a workflow, again or for the first time. */
	| { readonly do: 'edit'; readonly workflow: number; readonly choice: Choice | null }
	| { readonly do: 'deactivate'; readonly workflow: number }
	/** `all`: and the other trigger nodes of its workflow. */
	| { readonly do: 'replaceNode'; readonly workflow: number; readonly all: boolean }
	| { readonly do: 'replaceByCopy'; readonly workflow: number; readonly newFirst: boolean; readonly gapMs: number }
	| { readonly do: 'cut'; readonly broker: number }
	| { readonly do: 'brokerAway' | 'brokerBack' | 'queueMissing' | 'queueBack'; readonly broker: number }
	| { readonly do: 'passwordChanges' | 'passwordRepaired'; readonly credential: number }
	| { readonly do: 'credentialUnreadable' | 'credentialReadable'; readonly credential: number }
	| { readonly do: 'otherName' | 'otherBroker'; readonly credential: number }
	| { readonly do: 'databaseAway' | 'databaseBack' | 'emitThrows' | 'emitWorks' }
	| { readonly do: 'behindAway' | 'behindBack'; readonly workflow: number }
	| { readonly do: 'stopRun'; readonly index: number }
	| { readonly do: 'restart'; readonly kill: boolean; readonly awayMs: number; readonly publishes?: Publishes }
	| { readonly do: 'leaderChange' };

/** A workflow with one trigger node; `isSecond`: another trigger node of the workflow before it. */
export type TriggerNode = Choice & { readonly credential: number; readonly active: boolean; readonly isSecond?: true };

/** All that decides a story: the same story is the same again. */
export type Story = {
	readonly seed: number;
	readonly kind: QueueKind;
	/** How the first broker may be reached; a second one was set up alike. */
	readonly credentials: readonly { readonly host: string; readonly user: string }[];
	readonly workflows: readonly TriggerNode[];
	readonly n8n: { readonly queueMode: boolean };
	readonly fates: Fates;
	readonly duration: Duration;
	/** Whether broker and network take their time. */
	readonly slow: boolean;
	readonly reportThrows: boolean;
	readonly steps: readonly Step[];
};
