import { z } from 'zod';

/** A request of a window for bytes: `/content/<id>`, `/download/<ticket>`, `/drop/<ticket>/<path>`. Its port comes with it. */
const byteAsk = z.strictObject({
  kind: z.literal('bytes'),
  method: z.enum(['GET', 'PUT']),
  /** As it was sent, without the host. */
  path: z.string().max(48_000),
  /** The header of this name. */
  range: z.string().max(200).nullable(),
  /** Of the body, as announced. */
  sizeBytes: z.number().int().min(0).nullable(),
});
export type ByteAsk = z.infer<typeof byteAsk>;

/** What comes before the bytes of the answer. */
export const byteHead = z.object({ status: z.number().int(), headers: z.record(z.string(), z.string()) });
export type ByteHead = z.infer<typeof byteHead>;

/** What the desktop shell says to the engine it started. */
export const toEngine = z.discriminatedUnion('kind', [
  /** A window's end of the contract; its port comes with it. */
  z.strictObject({ kind: z.literal('window') }),
  byteAsk,
  /** How the system reaches the service: the address of a proxy, null: directly. */
  z.strictObject({ kind: z.literal('proxy'), proxy: z.string().max(300).nullable() }),
  /** End at the next safe point. */
  z.strictObject({ kind: z.literal('stop') }),
]);
export type ToEngine = z.infer<typeof toEngine>;

/** What the engine says to the shell. `trouble`: it cannot start, in whole sentences for people. */
export const fromEngine = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('trouble'), text: z.string().max(20_000) }),
]);
export type FromEngine = z.infer<typeof fromEngine>;
