import { z } from 'zod';

import { mirrorMode } from '../mirrors/model.ts';
import { rulingInfo } from '../mirrors/rules-model.ts';

const sight = z.enum(['present', 'absent', 'unknown']);

/** What was last seen of an item on one side. Paths are those on this computer. */
export const sideInfo = z.object({
  /** `unknown`: it cannot be seen now; the rest is what was seen last. */
  sight,
  path: z.string().nullable(),
  /** The name it has there. */
  name: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  /** SHA-256; null for folders, and while the bytes were not read. */
  sha256: z.string().nullable(),
  version: z.string().nullable(),
  /** When it was changed, as that side tells it. */
  changedAt: z.string().nullable(),
});
export type SideInfo = z.infer<typeof sideInfo>;

/** One more thing that keeps an item as it is: a hold, a guard, a problem, a conflict, a rule, a pause. */
export const whyReason = z.object({
  /** A stable code, such as `removal-hold`, `guard`, `settling`, `refused`, `paused`. */
  code: z.string(),
  /** One sentence for people. */
  text: z.string(),
  /** When it goes on by itself, ISO 8601 UTC. */
  until: z.string().nullable(),
});
export type WhyReason = z.infer<typeof whyReason>;

/** Everything that decides about an item. */
export const whyItem = z.object({
  id: z.string(),
  kind: z.enum(['file', 'folder']),
  here: sideInfo,
  there: sideInfo.extend({ fileId: z.string().nullable() }),
  /** What both sides last agreed on; null: nothing yet. */
  agreed: z
    .object({
      path: z.string().nullable(),
      name: z.string(),
      sha256: z.string().nullable(),
      version: z.string().nullable(),
    })
    .nullable(),
  /** The cell of the policy, by the names of its row (here) and its column (the service, or what is inside of a folder). */
  cell: z
    .object({
      table: z.enum(['files', 'new files', 'folders']),
      row: z.string(),
      column: z.string(),
      sameBytes: z.boolean(),
      decision: z.string(),
      /** Whose name and folder it takes: `agreed`, `local` or `remote`; null where not both sides have it. */
      name: z.string().nullable(),
      parent: z.string().nullable(),
      /** Stays on this computer only, as a person decided. */
      kept: z.boolean(),
    })
    .nullable(),
  /** What the next plan does about it, in order. */
  steps: z.array(z.string()),
  /** `set aside`, `with its folder`, `others first` or `folder unseen`: why there is no step although something is decided. */
  waits: z.string().nullable(),
  /** When it was tried, and how often, if something went wrong. */
  attempts: z.number().int(),
});
export type WhyItem = z.infer<typeof whyItem>;

/** Why a path is as it is, and what comes next. */
export const whyInfo = z.object({
  mirror: z.string(),
  path: z.string(),
  mode: mirrorMode,
  ruling: rulingInfo.pick({ ignored: true, rule: true }),
  /** Null: nothing is recorded at this path. */
  item: whyItem.nullable(),
  reasons: z.array(whyReason),
  /** The first moment at which something goes on by itself, ISO 8601 UTC; null: none. */
  next: z.string().nullable(),
});
export type WhyInfo = z.infer<typeof whyInfo>;
