// Loaded into n8n before its own code: the trigger's clock runs as many times faster as TRIGGER_SPEED says.
globalThis[Symbol.for('n8n-nodes-cargo-exchange')] = {
	speed: { version: 1, made: { factor: Number(process.env.TRIGGER_SPEED) } },
};
