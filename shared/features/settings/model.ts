import { z } from 'zod';

/** A setting with what it may be. */
export const settingInfo = z.object({
  name: z.string(),
  value: z.string(),
  /** The default. */
  start: z.string(),
  /** Whole numbers from `least` to `most`; null: it is one of `choices`. */
  least: z.number().nullable(),
  most: z.number().nullable(),
  choices: z.array(z.string()),
});
export type SettingInfo = z.infer<typeof settingInfo>;

/** What this program is and where it keeps its records. */
export const aboutInfo = z.object({
  version: z.string(),
  /** This computer's name, as conflict copies carry it. */
  computer: z.string(),
  dataDirectory: z.string(),
  /** How the command line is called for it, as a shell takes it; null where there is none. */
  command: z.string().nullable(),
  /** What the store of removed files holds now. */
  storeBytes: z.number(),
  storeFiles: z.number().int(),
});
export type AboutInfo = z.infer<typeof aboutInfo>;
