const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const two = (number: number): string => String(number).padStart(2, '0');

/** 2.5 modifiedDate, in UTC: `12 May 2022 14:05`. */
export function modifiedDate(at: Date): string {
	const day = `${two(at.getUTCDate())} ${months[at.getUTCMonth()] ?? ''} ${at.getUTCFullYear()}`;
	return `${day} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
}

/** 6 updatedDate, as Java's Date.toString writes it: `Thu May 12 10:20:30 UTC 2022`. */
export function updatedDate(at: Date): string {
	const day = `${weekdays[at.getUTCDay()] ?? ''} ${months[at.getUTCMonth()] ?? ''} ${two(at.getUTCDate())}`;
	const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
	return `${day} ${time} UTC ${at.getUTCFullYear()}`;
}
