/** Runs one named step and shows it: what it is, what it does at the moment, how long. `say` takes a few words. */
export type Step = <T>(title: string, work: (say: (note: string) => void) => Promise<T>) => Promise<T>;

export type Terminal = {
	step: Step;
	heading: (text: string) => void;
	line: (text?: string) => void;
	/** Colours, or the plain text where there are none. */
	paint: Record<'bold' | 'dim' | 'green' | 'red' | 'cyan', (text: string) => string>;
	/** Puts the cursor back where a step was cut off. */
	restore: () => void;
};

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const plainEveryMs = 10_000;

/**
 * Shows steps on a stream: a live line on a terminal;
 * elsewhere (a pipe, CI) plain lines, one every 10 seconds of a long step and one at the end.
 */
export function createTerminal(stream: NodeJS.WriteStream): Terminal {
	const live = stream.isTTY && process.env['CI'] === undefined;
	const coloured = live && process.env['NO_COLOR'] === undefined;
	const paint = (code: number) => (text: string) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text);
	const colours = { bold: paint(1), dim: paint(2), green: paint(32), red: paint(31), cyan: paint(36) };
	const line = (text = '') => void stream.write(`${text}\n`);

	const step: Step = async (title, work) => {
		const startedAt = performance.now();
		let note = '';
		let frame = 0;
		const elapsed = () => clock(performance.now() - startedAt);
		const now = () => [title, note, elapsed()].filter(Boolean).join('  ');
		const draw = () => {
			const sign = frames[frame++ % frames.length] ?? '';
			stream.write(`\r\u001b[2K  ${colours.cyan(sign)} ${now().slice(0, Math.max(20, stream.columns - 5))}`);
		};
		const report = () => {
			line(`  … ${now()}`);
		};

		if (live) stream.write('\u001b[?25l');
		const timer = setInterval(live ? draw : report, live ? 100 : plainEveryMs);
		const end = (sign: string) => {
			clearInterval(timer);
			if (live) stream.write('\r\u001b[2K\u001b[?25h');
			line(`  ${sign} ${title}${note && colours.dim(`  ${note}`)}  ${colours.dim(elapsed())}`);
		};
		try {
			const result = await work((said) => (note = said));
			end(colours.green('✔'));
			return result;
		} catch (error) {
			end(colours.red('✘'));
			throw error;
		}
	};

	return {
		step,
		line,
		paint: colours,
		heading: (text) => {
			line(`\n${colours.bold(text)}`);
		},
		restore() {
			if (live) stream.write('\u001b[?25h');
		},
	};
}

/** A text whose lines are broken between words: a terminal of 100 columns would break them within words. */
export function wrapped(text: string): string {
	return text.replace(/(?=.{97})(.{1,96}) +/g, '$1\n  ');
}

/** `0.8 s` below a minute, `2:05` above. */
export function clock(ms: number): string {
	const seconds = ms / 1000;
	if (seconds < 60) return `${seconds.toFixed(1)} s`;
	return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
