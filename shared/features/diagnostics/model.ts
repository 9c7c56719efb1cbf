import { z } from 'zod';

import type { Fault } from '../../fault.ts';

const faultShape = z.custom<Fault>(value => typeof value === 'object' && value !== null && 'kind' in value);

/** `unknown`: nothing could be found out; neither good nor bad. */
const healthState = z.enum(['pass', 'warn', 'fail', 'unknown']);
export type HealthState = z.infer<typeof healthState>;

/** What mends it at once, or leads to where that is done. A later Benchtop may know more: pass over an unknown one. */
const HEALTH_FIXES = ['sign-in', 'network', 'attention', 'check-now', 'waiting', 'free-space'] as const;
export type HealthFix = (typeof HEALTH_FIXES)[number];

/** One thing that was looked at. */
export const healthItem = z.object({
  /** What the line is about, such as `clock`. A later Benchtop may know more: read an unknown one like the others. */
  id: z.string(),
  /** The mirror that it is about; null: all of this computer. */
  mirror: z.string().nullable(),
  state: healthState,
  title: z.string(),
  /** What was found, in a sentence. */
  text: z.string(),
  /** What a person can do about it; null: nothing has to be done. */
  remedy: z.string().nullable(),
  /** One of `HEALTH_FIXES`; null: there is none, or nothing has to be done. */
  fix: z.string().nullable(),
});
export type HealthItem = z.infer<typeof healthItem>;

/** The health list, at one moment. */
export const health = z.object({
  /** When it was made, ISO 8601 UTC. */
  at: z.string(),
  /** The worst state of all items; `unknown` counts as `pass`. */
  worst: healthState,
  items: z.array(healthItem),
});
export type Health = z.infer<typeof health>;

export const logLevel = z.enum(['error', 'info', 'debug']);
export type LogLevel = z.infer<typeof logLevel>;

/** One line of the log, redacted. */
export const logLine = z.object({
  /** Counts up with each line, from 1; a restart begins at 1 again. */
  number: z.number().int(),
  /** ISO 8601 UTC; empty for a line that cannot be read. */
  at: z.string(),
  level: logLevel,
  /** What happened, in a word of ours such as `api.refused`. */
  event: z.string(),
  /** Its fields, such as `status=404 method=GET`; may be empty. */
  text: z.string(),
});
export type LogLine = z.infer<typeof logLine>;

/** Which lines of the log. */
export const logQuestion = z.object({
  /** Only lines with a smaller number; null: the newest. */
  before: z.number().int().nullable(),
  limit: z.number().int().min(1).max(1000),
  /** This one and what is worse; `debug` is all. */
  level: logLevel,
  /** Words that all are in a line, upper and lower case alike; empty: every line. */
  text: z.string().max(500),
  /** Whether names of files and folders are shown. */
  showsNames: z.boolean(),
});
export type LogQuestion = z.infer<typeof logQuestion>;

export const logPage = z.object({
  /** Newest first. */
  lines: z.array(logLine),
  /** Whether there are older ones that match. */
  hasMore: z.boolean(),
});
export type LogPage = z.infer<typeof logPage>;

/** One file of a support bundle, as it will be written. */
export const bundleFile = z.object({
  name: z.string(),
  /** What is in it, in a sentence. */
  about: z.string(),
  sizeBytes: z.number().int(),
});
export type BundleFile = z.infer<typeof bundleFile>;

/** A support bundle that was put together and can be looked at. Nothing of it is on the disk yet. */
export const bundle = z.object({
  id: z.string(),
  at: z.string(),
  showsNames: z.boolean(),
  files: z.array(bundleFile),
  /** Of the zip file. */
  sizeBytes: z.number().int(),
  /** A name for it that tells what it is. */
  fileName: z.string(),
});
export type Bundle = z.infer<typeof bundle>;

/**
 * The longer tools. `verify` compares a mirror's files with the records; `rebuild` says what new records would find;
 * both only read. `renew` really rebuilds the record of a mirror.
 */
export const toolName = z.enum(['verify', 'rebuild', 'renew']);
export type ToolName = z.infer<typeof toolName>;

/** How far a tool is, or how it ended. */
export const toolRun = z.object({
  id: z.string(),
  tool: toolName,
  mirror: z.string(),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  /** Files dealt with, of so many; `total` null: not known yet. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  /** How many findings there are so far. */
  found: z.number().int(),
  /** What came of it, in sentences; empty while it runs. */
  summary: z.array(z.string()),
  fault: faultShape.nullable(),
});
export type ToolRun = z.infer<typeof toolRun>;

/** One file about which a tool has something to say. */
export const finding = z.object({
  path: z.string(),
  /** A word of ours, such as `bytes-differ`. */
  code: z.string(),
  text: z.string(),
});
export type Finding = z.infer<typeof finding>;

/** A page of what a tool found. */
export const toolFindings = z.object({ findings: z.array(finding), total: z.number().int() });
export type ToolFindings = z.infer<typeof toolFindings>;
