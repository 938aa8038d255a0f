/** The browser that tests, benches and screenshots drive: the one `KOHORT_CHROMIUM` names, or the first in the usual places. */
export function chromiumPath(): string | undefined;
