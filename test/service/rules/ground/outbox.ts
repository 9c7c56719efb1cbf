/** A mail of the service. It goes nowhere but into a box on this computer, where tests and people read it. */
export interface Mail {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly sentAt: string;
  readonly to: string;
  readonly kind: 'sign-in-code' | 'invitation' | 'email-confirmation';
  readonly subject: string;
  readonly text: string;
  /** The six digits or the token that the mail is about, as in `text`. */
  readonly secret: string;
}

/** Where mail goes. */
export interface Outbox {
  put(mail: Mail): void;
  /** All mail, newest first. */
  mails(): readonly Mail[];
}
