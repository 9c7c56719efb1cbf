import type { Finding } from '../../../shared/features/diagnostics/model.ts';
import type { toolTexts } from '../../../shared/features/diagnostics/text.ts';

/** What can be found out about a file. */
export type FindingCode = keyof typeof toolTexts.codes;

/** How a tool reports while it runs. */
export interface ToolWork {
  /** To be checked between two files. */
  readonly isStopped: () => boolean;
  readonly progress: (done: number, total: number | null) => void;
  readonly find: (finding: Finding) => void;
}
