import { z } from 'zod';

import { fieldPath, inputWords } from '../../../shared/text/input-words.ts';
import { setUpFileTexts as texts } from '../../../shared/features/set-up/file-text.ts';
import { monitoringSettings } from '../../../shared/features/monitoring/model.ts';
import { mirrorMode } from '../../../shared/features/mirrors/model.ts';
import { computerKind } from '../../../shared/features/set-up/model.ts';
import { zoneWish } from '../../../shared/features/zones/model.ts';

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, texts.timeOfDay);
const day = z.iso.date(texts.day);
/** Bytes a second; 0: no limit. */
const speed = z
  .number()
  .int()
  .min(0)
  .refine(value => value === 0 || value >= 1000, texts.speed);

/** A webhook or a command that hears of what needs a person, see `alertSettings`. */
const alerts = z.strictObject({
  /** The program, absolute, and its words. Null: none. It gets the alert as JSON on standard input. */
  command: z.array(z.string().min(1).max(4000)).min(1).max(100).nullable().optional(),
  /** Null: none. */
  webhook: z
    .strictObject({
      url: z.url({ protocol: /^https?$/, error: texts.url }).max(4000),
      /** Sent as the header `Authorization`. */
      authorization: z.string().min(1).max(4000).nullable().default(null),
    })
    .nullable()
    .optional(),
  /** How long one try may take. */
  timeoutSeconds: z.number().int().min(1).max(600).optional(),
  /** Nothing sent for so long while something waits is worth a word. */
  nothingSentHours: z.number().min(0.1).max(720).optional(),
  /** Less room than this on a disk is worth a word. */
  lowDiskBytes: z.number().int().min(0).optional(),
});

/**
 * What makes a computer ready without a person sitting at it. What is left out stays as it is. `{hostname}` in any text is
 * this computer's own name, so that one file serves a dozen computers that differ only in that.
 */
const setUpFile = z.strictObject({
  format: z.literal(1, texts.format),
  service: z
    .url({ protocol: /^https?$/, error: texts.url })
    .max(2000)
    .optional(),
  /** Where the key is kept. A service of the computer has no key store that it could open. */
  store: z.enum(['file', 'keyring']).default('file'),
  /** The last day on which the key works, where that is known. */
  keyExpires: day.nullable().optional(),
  /** What this computer is called in names of copies and in alerts. */
  computer: z.string().trim().min(1).max(100).optional(),
  kind: computerKind.optional(),
  /** As `benchtop config describe` lists them. */
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  limits: z
    .strictObject({
      upBytesPerSecond: speed.default(0),
      downBytesPerSecond: speed.default(0),
      hours: z.strictObject({ from: timeOfDay, to: timeOfDay }).nullable().default(null),
    })
    .optional(),
  mirrors: z
    .array(
      z.strictObject({
        remote: z.string().min(1).max(8000),
        local: z.string().min(1).max(8000),
        mode: mirrorMode.default('two-way'),
        organization: z.string().min(1).max(1000).nullable().default(null),
        takesOver: z.boolean().default(false),
      }),
    )
    .max(1000)
    .optional(),
  /** Drop zones, as `benchtop zones export` writes them. */
  zones: z.array(zoneWish.strict()).max(1000).optional(),
  alerts: alerts.optional(),
  monitoring: monitoringSettings.extend({}).strict().optional(),
});
export type SetUpFile = z.infer<typeof setUpFile>;

/** What a file says, or everything that is wrong with it: the place in the file, and what is expected there. */
export type ReadSetUpFile =
  | { readonly is: 'good'; readonly file: SetUpFile }
  | { readonly is: 'wrong'; readonly troubles: readonly { readonly path: string; readonly text: string }[] };

/** Reads the text of a set-up file for a computer of this name. */
export function readSetUpFile(text: string, hostname: string): ReadSetUpFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return wrong([{ path: '', text: texts.noJson(error instanceof Error ? error.message : '') }]);
  }
  const read = setUpFile.safeParse(filled(value, hostname), { error: inputWords });
  if (read.success) return { is: 'good', file: read.data };
  return wrong(read.error.issues.flatMap(troublesOf));
}

function wrong(troubles: Extract<ReadSetUpFile, { is: 'wrong' }>['troubles']): ReadSetUpFile {
  return { is: 'wrong', troubles };
}

function troublesOf(issue: z.core.$ZodIssue): readonly { path: string; text: string }[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(key => ({ path: fieldPath([...issue.path, key]), text: texts.unknown }));
  return [{ path: fieldPath(issue.path), text: issue.message }];
}

/** The same with this computer's name in every text; names of fields are left alone. */
function filled(value: unknown, hostname: string): unknown {
  if (typeof value === 'string') return value.replaceAll('{hostname}', hostname);
  if (Array.isArray(value)) return value.map(each => filled(each, hostname));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, hostname)]));
}

/** A whole file, to begin with. */
export const SET_UP_EXAMPLE: z.input<typeof setUpFile> = {
  format: 1,
  service: 'https://kb.example.org',
  keyExpires: '2027-06-30',
  computer: 'Plate reader {hostname}',
  kind: 'instrument',
  settings: { pollSeconds: 60 },
  limits: { upBytesPerSecond: 2_000_000, downBytesPerSecond: 0, hours: { from: '08:00', to: '18:00' } },
  mirrors: [{ remote: 'Knowledge Base/Protocols', local: '/srv/protocols', mode: 'download' }],
  zones: [
    { name: 'Plate reader', folder: '/data/runs', destination: 'Instruments/{hostname}', instrument: '{hostname}' },
  ],
  alerts: {
    command: ['/usr/local/bin/tell-the-lab', '--from', '{hostname}'],
    webhook: { url: 'https://alerts.example.org/benchtop' },
    nothingSentHours: 6,
  },
  monitoring: { statusFile: true },
};
