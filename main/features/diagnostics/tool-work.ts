import type { Finding } from '../../../shared/features/diagnostics/model.ts';
import type { toolTexts } from '../../../shared/features/diagnostics/text.ts';

/** What can be said of a file. */
export type FindingCode = keyof typeof toolTexts.codes;

/** How a tool tells of itself while it works. */
export interface ToolWork {
  /** To be asked between two files. */
  readonly isStopped: () => boolean;
  readonly progress: (done: number, total: number | null) => void;
  readonly find: (finding: Finding) => void;
}
