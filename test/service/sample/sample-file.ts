/** A content at one moment: who saved it, when (local time of the lab, UTC+1), and what changed. */
export interface SampleVersion {
  readonly at: string;
  /** The user's id: 1 Mira, 2 Jonas, 3 Aiko. */
  readonly by: 1 | 2 | 3;
  readonly summary: string | null;
  readonly content: string | Uint8Array;
}

/** A file of the sample with its history, oldest version first. */
export interface SampleFile {
  /** Below the Knowledge Base, names joined by `/`. */
  readonly folder: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly versions: readonly [SampleVersion, ...SampleVersion[]];
}
