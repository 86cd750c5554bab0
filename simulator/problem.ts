/** A refusal of the exchange: becomes `{"errorMessage": "…"}` with this HTTP status. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}
