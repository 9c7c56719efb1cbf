/** What was learnt of the person who is signed in, to be told while the service does not answer. */
export interface KnownPerson {
  readonly name: string | null;
  readonly email: string | null;
}

/** What is recorded for the person who is signed in. */
export interface PersonRecords {
  /** Keeps their name and address; what they left unsent here before is theirs again. In a transaction. */
  remember(person: KnownPerson): void;
  /** Sets aside what is theirs alone, and forgets what they could see at the service (S51). In a transaction. */
  forget(): void;
}
