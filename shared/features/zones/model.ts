import { z } from 'zod';

/** What a zone sends, as instruments write it. Each stands for globs and for what makes one dataset. */
export const zonePreset = z.enum([
  'everything',
  'thermo-raw',
  'waters-raw',
  'agilent-bruker-d',
  'zeiss-czi',
  'leica-lif',
  'nikon-nd2',
  'olympus-vsi',
  'plate-reader',
  'tiff-series',
]);
export type ZonePreset = z.infer<typeof zonePreset>;

/** What makes one run where the preset leaves it open: the first folder below the zone's, a file's own folder, or each file. */
export const zoneGrouping = z.enum(['top-folder', 'own-folder', 'file']);
export type ZoneGrouping = z.infer<typeof zoneGrouping>;

/** When a run is finished. */
export const settleRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('quiet') }),
  /** A file of this name is there; `{run}` and `*` may stand in it. */
  z.object({ kind: z.literal('marker'), name: z.string().min(1).max(200) }),
  /** A later run has begun. */
  z.object({ kind: z.literal('next-run') }),
  /** A person says so. */
  z.object({ kind: z.literal('by-hand') }),
]);
export type SettleRule = z.infer<typeof settleRule>;

/** Who ran it: not known, always the same, or what a pattern finds in the path (its first group). */
export const operatorRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('fixed'), name: z.string().min(1).max(200) }),
  z.object({ kind: z.literal('path'), pattern: z.string().min(1).max(200) }),
]);
export type OperatorRule = z.infer<typeof operatorRule>;

const glob = z.string().min(1).max(500);

const minute = z.number().int().min(0).max(1439);

const fields = {
  name: z.string().trim().min(1).max(100),
  /** The folder of the service: its id, or names joined by `/`. */
  destination: z.string().min(1).max(4000),
  /** The organization's name or id; null: the key's own. */
  organization: z.string().max(200).nullable(),
  preset: zonePreset,
  grouping: zoneGrouping,
  subfolders: z.boolean(),
  /** Only what one of these says; empty: what the preset says. */
  include: z.array(glob).max(200),
  exclude: z.array(glob).max(200),
  /**
   * Runs that were there at the first whole look and of which nothing was changed since are left alone, ms since the epoch;
   * null: everything is sent. What comes after the first look is sent, however old its own time is.
   */
  startAt: z.number().int().nullable(),
  /** Folders below the destination: names joined by `/` with `{instrument}` and the like. */
  layout: z.string().max(1000),
  instrument: z.string().max(200),
  location: z.string().max(200),
  operator: operatorRule,
  tags: z.array(z.string().min(1).max(100)).max(50),
  /** Of each file; `{run}` and the like may stand in it. */
  description: z.string().max(2000),
  settle: settleRule,
  /** How long nothing may change; more for large files and where an instrument was seen to pause. */
  quietSeconds: z.number().int().min(0).max(3600),
  /** Which files are read back and compared after they arrived. */
  verify: z.enum(['none', 'sample', 'all']),
  manifest: z.boolean(),
  /** Minutes since midnight by this computer's clock between which it sends; null: always. */
  hours: z.object({ from: minute, to: minute }).nullable(),
  /** While one of these programs runs, nothing is sent; `*` may stand in a name. */
  pauseWhile: z.array(z.string().trim().min(1).max(100)).max(20),
  /** The zone counts as stalled when something finished waits longer than this. */
  stalledAfterHours: z.number().min(0.1).max(720),
  /** After so many days the facility wipes this disk; null: it does not. */
  wipeAfterDays: z.number().int().min(1).max(3650).nullable(),
};

/** A zone as a person describes it, and as it is written into a file for other computers. */
export const zoneWish = z.object({
  ...fields,
  /** On this computer, absolute. */
  folder: z.string().min(1).max(4000),
  organization: fields.organization.default(null),
  preset: fields.preset.default('everything'),
  grouping: fields.grouping.default('top-folder'),
  subfolders: fields.subfolders.default(true),
  include: fields.include.default([]),
  exclude: fields.exclude.default([]),
  startAt: fields.startAt.default(null),
  layout: fields.layout.default('{instrument}/{yyyy}-{mm}-{dd}/{run}'),
  instrument: fields.instrument.default(''),
  location: fields.location.default(''),
  operator: fields.operator.default({ kind: 'none' }),
  tags: fields.tags.default([]),
  description: fields.description.default(''),
  settle: fields.settle.default({ kind: 'quiet' }),
  quietSeconds: fields.quietSeconds.default(30),
  verify: fields.verify.default('sample'),
  manifest: fields.manifest.default(true),
  hours: fields.hours.default(null),
  pauseWhile: fields.pauseWhile.default([]),
  stalledAfterHours: fields.stalledAfterHours.default(24),
  wipeAfterDays: fields.wipeAfterDays.default(null),
});
export type ZoneWish = z.infer<typeof zoneWish>;

/** What is changed of a zone: what is left out stays. So does the folder, because another one is another zone. */
export const zoneChange = z.object(fields).partial();
export type ZoneChange = z.infer<typeof zoneChange>;

/** What is said to people about something that does not go on: a sentence with the remedy. */
export const zoneTrouble = z.object({ kind: z.string(), text: z.string() });

export const zoneState = z.enum([
  /** Everything finished that was seen has arrived. */
  'watching',
  /** A run is not finished yet: see `countdown`. */
  'waiting-for-run',
  'sending',
  /** What is at the destination already is being found out, before anything is sent. */
  'comparing',
  'paused',
  'outside-hours',
  /** A program runs that it gives way to. */
  'gives-way',
  /** Something finished waits too long. */
  'stalled',
  'folder-missing',
  'folder-unreadable',
  /** The folder and a mirrored one lie inside each other. */
  'overlaps',
  'destination-refuses',
  'disk-low',
  /** The folder was not gone through since Benchtop began, it was paused, or it was out of reach. */
  'not-looked',
  /** Some files are refused by the service; all others have arrived. */
  'refused',
  /** Something in the folder cannot be read; all else has arrived. */
  'partly-unreadable',
  /** Nothing can be written into the record of the zones. */
  'cannot-record',
  'offline',
  'signed-out',
]);
export type ZoneState = z.infer<typeof zoneState>;

/** What one zone is doing, for cards and for monitoring. Times are ms since the epoch. */
export const zoneCard = z.object({
  id: z.string(),
  definition: zoneWish,
  /** The destination's id and the names that lead to it. */
  destinationId: z.string(),
  destinationPath: z.string(),
  state: zoneState,
  trouble: zoneTrouble.nullable(),
  volume: z.enum(['local', 'network', 'removable', 'unknown']),
  freeBytes: z.number().nullable(),
  checkedAt: z.number().nullable(),
  /** Whether it was gone through since Benchtop began, it was last paused, and it was last out of reach. */
  isSeen: z.boolean(),
  pausedUntil: z.number().nullable(),
  files: z.object({
    waiting: z.number().int(),
    confirmed: z.number().int(),
    verified: z.number().int(),
    refused: z.number().int(),
  }),
  /** Files that were there before the zone, which are not sent unless a person asks for them. */
  olderUnsent: z.number().int(),
  waitingBytes: z.number(),
  /** Sent since midnight UTC. */
  todayBytes: z.number(),
  todayFiles: z.number().int(),
  /** When the oldest file that has not arrived was last changed. */
  oldestUnconfirmedAt: z.number().nullable(),
  lastRun: z.object({ id: z.number().int(), name: z.string(), at: z.number() }).nullable(),
  /** The next run that is waited for. */
  countdown: z
    .object({
      run: z.number().int(),
      name: z.string(),
      lastChangeAt: z.number(),
      readyAt: z.number().nullable(),
      /** What a program had open for writing when that was last asked, as a path in the zone's folder. */
      openFile: z.string().nullable(),
    })
    .nullable(),
  /** The finished run that is sent now or next; null: none. */
  current: z
    .object({
      run: z.number().int(),
      name: z.string(),
      files: z.number().int(),
      confirmed: z.number().int(),
    })
    .nullable(),
  /** What was read back and has not changed here since, as of the last look: the report looks at each file again. */
  safe: z.object({ files: z.number().int(), sizeBytes: z.number() }),
  sendingNow: z.array(z.object({ path: z.string(), doneBytes: z.number(), sizeBytes: z.number() })),
  /** What a person said of the runs that begin until then; null: nothing. */
  next: z.object({ label: z.string().nullable(), operator: z.string().nullable(), until: z.number() }).nullable(),
  /** Folders and names that could not be read, with the system's word; at most 100. */
  unreadable: z.array(z.object({ path: z.string(), code: z.string() })),
  alerts: z.number().int(),
});
export type ZoneCard = z.infer<typeof zoneCard>;

const runState = z.enum(['skipped', 'waiting', 'ready', 'sending', 'complete', 'incomplete']);
export type RunState = z.infer<typeof runState>;

/** One dataset: what settles, is sent and is proved as a unit. */
export const zoneRun = z.object({
  id: z.number().int(),
  zone: z.string(),
  name: z.string(),
  /** Its place inside the zone's folder. */
  key: z.string(),
  state: runState,
  /** Why it waits, in words; null when it does not. */
  waitsFor: z.string().nullable(),
  readyAt: z.number().nullable(),
  lastChangeAt: z.number().nullable(),
  firstSeenAt: z.number(),
  completedAt: z.number().nullable(),
  operator: z.string().nullable(),
  /** What a person at the instrument called it. */
  label: z.string().nullable(),
  /** Folders below the destination; null while it was never sent. */
  folder: z.string().nullable(),
  files: z.number().int(),
  confirmed: z.number().int(),
  verified: z.number().int(),
  refused: z.number().int(),
  sizeBytes: z.number(),
  manifest: z.enum(['none', 'due', 'there']),
});
export type ZoneRun = z.infer<typeof zoneRun>;

const zoneFileState = z.enum(['waiting', 'refused', 'confirmed', 'verified']);

export const zoneFile = z.object({
  id: z.number().int(),
  /** Inside the zone's folder. */
  path: z.string(),
  sizeBytes: z.number(),
  modifiedAt: z.number(),
  state: zoneFileState,
  trouble: zoneTrouble.nullable(),
  retryAt: z.number().nullable(),
  sha256: z.string().nullable(),
  /** The file of the service. */
  file: z.string().nullable(),
  version: z.string().nullable(),
  confirmedAt: z.number().nullable(),
  verifiedAt: z.number().nullable(),
  /** Whether it is still in the source folder. */
  isHere: z.boolean(),
  /** It had arrived, and is different now. */
  changedAfter: z.boolean(),
});
export type ZoneFile = z.infer<typeof zoneFile>;

/** Something that people should hear of: once per cause, and again when it is solved. */
export const zoneAlert = z.object({
  id: z.number().int(),
  zone: z.string(),
  zoneName: z.string(),
  cause: z.string(),
  text: z.string(),
  raisedAt: z.number(),
  solvedAt: z.number().nullable(),
});
export type ZoneAlert = z.infer<typeof zoneAlert>;

/** A line of the report of what may be removed from this computer: only what was proved and is unchanged here. */
export const safeFile = z.object({
  path: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  file: z.string(),
  confirmedAt: z.number(),
  verifiedAt: z.number().nullable(),
});
export type SafeFile = z.infer<typeof safeFile>;

/** What a zone would do with what is in its folder now. */
export const zoneTest = z.object({
  wouldSend: z.number().int(),
  wouldSendBytes: z.number(),
  runs: z.number().int(),
  /** How many would be left out, by reason. */
  skipped: z.record(z.string(), z.number().int()),
  /** The first of each kind, as many as were asked for. */
  rows: z.array(
    z.object({
      path: z.string(),
      sizeBytes: z.number(),
      verdict: z.string(),
      run: z.string().nullable(),
      /** Where it would go, below the destination. */
      to: z.string().nullable(),
    }),
  ),
  unreadable: z.array(z.object({ path: z.string(), code: z.string() })),
  /** What speaks against the zone itself. */
  troubles: z.array(z.string()),
  volume: z.enum(['local', 'network', 'removable', 'unknown']),
  freeBytes: z.number().nullable(),
});
export type ZoneTest = z.infer<typeof zoneTest>;

/** What one round of a zone did. */
export const zoneRound = z.object({
  sent: z.number().int(),
  sentBytes: z.number(),
  recognised: z.number().int(),
  verified: z.number().int(),
  refused: z.number().int(),
  waiting: z.number().int(),
  stopped: zoneTrouble.nullable(),
});
export type ZoneRound = z.infer<typeof zoneRound>;

/** Something of a zone that needs a person. */
export interface ZoneNeed {
  /** The same as long as it is the same thing. */
  readonly key: string;
  /** The zone's id, such as `z1`. */
  readonly zone: string;
  readonly zoneName: string;
  readonly cause: string;
  readonly text: string;
  /** Since when, ms since the epoch; null where that could not be written down. */
  readonly at: number | null;
}
