import { z } from 'zod';

const answer = z.object({
  /** The pass alone. */
  ms: z.number(),
  /** Processor time of all threads for it. */
  cpuMs: z.number(),
  /** That were listed at the service. */
  folders: z.number(),
  done: z.number(),
  stopped: z.string().nullable(),
  /** From the start of the process until all sources were there. */
  loadedMs: z.number(),
});

export type PassAnswer = z.infer<typeof answer>;

/** What `local-pass.ts` says of a pass. @throws Error when it found something to do, or could not look. */
export function passAnswer(line: string): PassAnswer {
  const said = answer.parse(JSON.parse(line));
  if (said.done > 0 || said.stopped !== null) throw new Error(`a pass with nothing to do: ${line}`);
  return said;
}
