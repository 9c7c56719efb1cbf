import { z } from 'zod';

import {
  safeFile,
  zoneAlert,
  zoneCard,
  zoneChange,
  zoneFile,
  zoneRound,
  zoneRun,
  zoneTest,
  zoneWish,
} from './model.ts';
import { call, nothing } from '../../rpc/call.ts';

/** A zone by its id, such as `z1`, or by its name. */
const zone = z.object({ zone: z.string().min(1).max(200) });
const run = z.object({ run: z.number().int() });
const page = z.object({ after: z.number().int().min(0), limit: z.number().int().min(1).max(1000) });

/** What a person types, in one line. */
const said = (most: number) => z.string().trim().min(1).max(most);

/** Folders of instruments that are sent, and the proof of it. Their files are read and never touched. */
export const zonesCalls = {
  'zones.list': call(nothing, z.array(zoneCard)),
  /** Refused with everything that speaks against it. */
  'zones.add': call(zoneWish, z.object({ id: z.string() })),
  'zones.change': call(zone.extend({ change: zoneChange }), nothing),
  /** Neither its folder nor what was sent is touched. */
  'zones.remove': call(zone, nothing),
  /** Null: all of them. `until` in ms since the epoch; null: until a person resumes. */
  'zones.pause': call(z.object({ zone: z.string().max(200).nullable(), until: z.number().int().nullable() }), nothing),
  'zones.resume': call(z.object({ zone: z.string().max(200).nullable() }), nothing),
  /** Looks and sends now; with `wait` until nothing is left that time alone finishes. */
  'zones.run': call(zone.extend({ wait: z.boolean() }), zoneRound),
  /** What a zone would do; nothing is written or sent. `most` rows of each kind. */
  'zones.test': call(z.object({ wish: zoneWish, most: z.number().int().min(0).max(1000) }), zoneTest),
  /** Newest first. `before`: numbers below it; null: from the newest on. */
  'zones.runs': call(
    zone.extend({ before: z.number().int().nullable(), limit: z.number().int().min(1).max(1000) }),
    z.array(zoneRun),
  ),
  'zones.runPage': call(run, zoneRun),
  /** The files of a run; the next page begins after the last one's id. */
  'zones.files': call(run.extend(page.shape), z.array(zoneFile)),
  /** What failed or was refused is tried now. `run` null: of all runs. */
  'zones.retry': call(zone.extend({ run: z.number().int().nullable() }), z.object({ files: z.number().int() })),
  /** A run is finished, or goes as it is. */
  'zones.sendNow': call(run, nothing),
  /** Who ran it: goes into the labels of what is sent afterwards, and into the run's list. Null: not said. */
  'zones.setOperator': call(run.extend({ operator: said(200).nullable() }), nothing),
  /** What the runs are called that begin in the next hours, and who runs them; both null: nothing is said any more. */
  'zones.nextRuns': call(zone.extend({ label: said(100).nullable(), operator: said(200).nullable() }), nothing),
  /** Whether the big view is left with a PIN only. */
  'zones.hasPin': call(nothing, z.boolean()),
  /** Null: none is needed any more. */
  'zones.setPin': call(
    z.object({
      pin: z
        .string()
        .regex(/^\d{4,12}$/, 'It must be 4 to 12 digits.')
        .nullable(),
    }),
    nothing,
  ),
  /** Takes longer the more often it was wrong. */
  'zones.checkPin': call(z.object({ pin: z.string().max(50) }), z.boolean()),
  /** Reads back what was not yet. `run` null: of all runs. */
  'zones.verify': call(zone.extend({ run: z.number().int().nullable() }), z.object({ verified: z.number().int() })),
  /** What may be removed from this computer; `confirmed`: also what was not read back. `next` null: the last page. */
  'zones.report': call(
    zone.extend({ ...page.shape, confirmed: z.boolean() }),
    z.object({ rows: z.array(safeFile), next: z.number().int().nullable() }),
  ),
  /** Lines of the audit log, exactly as they stand in its file. */
  'zones.audit': call(page, z.object({ lines: z.array(z.string()), next: z.number().int().nullable() })),
  /** Whether the chain of the audit log is whole. */
  'zones.auditCheck': call(
    nothing,
    z.object({
      lines: z.number().int(),
      cut: z.number().int(),
      brokenAt: z.number().int().nullable(),
      lastHash: z.string(),
    }),
  ),
  'zones.alerts': call(z.object({ all: z.boolean() }), z.array(zoneAlert)),
  /** A person has seen an alert that does not solve itself. */
  'zones.acknowledge': call(z.object({ alert: z.number().int() }), nothing),
};

/** The cards, whenever something on them changes. */
export const zonesTopics = { 'zones.all': z.array(zoneCard) };
