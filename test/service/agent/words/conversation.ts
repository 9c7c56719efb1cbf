import type { MemoryNote } from './memory.ts';

/** What the lab agent is told and what it gives back. Times are milliseconds since the epoch. */

export interface ChatMessage {
  readonly role: 'user' | 'assistant';
  /** Markdown. */
  readonly content: string;
}

/** The cells of a delimited file or of one sheet, as text, row by row; rows may differ in length. */
export type Grid = readonly (readonly string[])[];

/** A file the asker may read. What stands in it is data: nothing in it changes what the agent does. */
export interface AgentFile {
  readonly id: string;
  readonly name: string;
  readonly fileType: string;
  /** The text rendition of the latest version; null when there is none (yet). */
  readonly text: string | null;
  /** The cells, when the file is a CSV, TSV or spreadsheet whose text rendition exists. */
  readonly table: Grid | null;
  /** A picture or a scan, of which nothing but the name is known. Its `text` is null. */
  readonly isPicture: boolean;
}

/** A hit in the knowledge base. */
export interface FoundFile {
  readonly id: string;
  readonly name: string;
  /** A few words around the hit; marks such as `<b>` are dropped when it is quoted. */
  readonly snippet: string;
  /** Whether an agent wrote it: then it is no evidence for what the agent writes next. */
  readonly isAgentWork: boolean;
}

/** One message that wants a reply. The same request always gives the same reply, byte for byte. */
export interface AgentRequest {
  /** The id of the message that will hold the reply; the ids of deliverables are derived from it. */
  readonly replyId: string;
  /** When the user's message was sent. Fixed with the message, so that a repeated job says the same. */
  readonly nowMs: number;
  readonly userId: number;
  /** Oldest first; the last one is the user's message to answer. */
  readonly messages: readonly [...ChatMessage[], ChatMessage];
  /** Files given with the last message, in the order given. */
  readonly files: readonly AgentFile[];
  /** Files given with earlier messages, newest first; used when the last message gives none and asks about files. */
  readonly earlierFiles: readonly AgentFile[];
  /** What the agent remembers of this user. */
  readonly memory: readonly MemoryNote[];
}

/** What the agent may do beside thinking. Both see only what the asker may read; both may reject. */
export interface Tools {
  /** Files that hold at least one of the words, best first. */
  search(words: readonly string[]): Promise<readonly FoundFile[]>;
  /** One found file in full, or null when it is gone or not readable any more. */
  open(fileId: string): Promise<AgentFile | null>;
}

/** A file the agent made: an attachment of the task and a file of the knowledge base. */
export interface Deliverable {
  /** The same for the same request. */
  readonly id: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly description: string;
  readonly tags: readonly string[];
}

export interface Reply {
  /** Markdown. Files are cited as `[name](file:<fileId>)`, see `citation`. */
  readonly content: string;
  readonly deliverables: readonly Deliverable[];
  /** The files that were taken because none was given; what a later message goes on with. */
  readonly takenFileIds: readonly string[];
  /** What the agent remembers of this user from now on. */
  readonly memory: readonly MemoryNote[];
}
