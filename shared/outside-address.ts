/** As much as is used of what every browser and Node read addresses with; this folder knows neither. */
interface ReadAddress {
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
}
declare const URL: { new (text: string): ReadAddress; canParse(text: string): boolean };

/** An address that may be opened outside, and what people are shown of it. */
export interface OutsideAddress {
  readonly url: string;
  /** The host as it really is, in ASCII; null: a mail. */
  readonly host: string | null;
}

/**
 * The one rule for addresses that lead out of Benchtop (S06), in the desktop app and in a browser, for what is shown as a link and for
 * what the system is asked to open: web pages over https and mails, without a user name in front of the host. Null: it leads
 * nowhere.
 */
export function outsideAddress(text: string): OutsideAddress | null {
  if (text.length > LONGEST || /\p{Cc}/u.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol === 'mailto:') {
    // A mail program fills in what stands behind the question mark, attachments among it.
    return /^mailto:[\w.+-]+@[\w.-]+$/.test(url.href) ? { url: url.href, host: null } : null;
  }
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hostname === '') return null;
  return { url: url.href, host: url.host };
}

const LONGEST = 4000;
