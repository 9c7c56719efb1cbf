import { z } from 'zod';

import { bundle, health, logPage, logQuestion, toolFindings, toolName, toolRun } from './model.ts';
import { call, nothing } from '../../rpc/call.ts';

const id = z.string().min(1).max(100);

/** How Benchtop is, what it wrote down, and tools that only read. Nothing of it leaves this computer by itself. */
export const diagnosticsCalls = {
  /**
   * Looks at everything that can be wrong. `isThorough`: reads the sync record through, which may take a second;
   * otherwise its state at the start counts.
   */
  'diagnostics.health': call(z.object({ isThorough: z.boolean() }), health),
  /** Lines of the log, newest first. Keys, tokens, signatures and e-mail addresses are never in them. */
  'diagnostics.log': call(logQuestion, logPage),
  /** Puts a support bundle together, in memory. The one before is forgotten. */
  'diagnostics.bundle': call(z.object({ showsNames: z.boolean() }), bundle),
  /** Exactly what will be in a file of the bundle, from a character on, at most 64 Ki. @throws when it was forgotten. */
  'diagnostics.bundleFile': call(
    z.object({ bundle: id, name: id, offset: z.number().int().nonnegative() }),
    z.object({ text: z.string(), next: z.number().int().nullable() }),
  ),
  /**
   * Writes the bundle as a zip file into a folder outside of everything that is kept in step.
   * @throws FaultError `bad-request` when the place cannot be used or the name is taken: nothing is ever replaced.
   */
  'diagnostics.saveBundle': call(
    z.object({ bundle: id, folder: z.string().min(1).max(8000), name: z.string().min(1).max(255).nullable() }),
    z.object({ path: z.string() }),
  ),
  /** Begins a tool; the topic tells how far it is. @throws FaultError `bad-request` while another one runs. */
  'diagnostics.begin': call(z.object({ tool: toolName, mirror: id }), z.object({ run: id })),
  /** Ends a tool before its end; fine when it has ended. */
  'diagnostics.stop': call(z.object({ run: id }), nothing),
  /** What a tool found so far, in the order of paths as they were looked at. @throws when it was forgotten. */
  'diagnostics.findings': call(
    z.object({ run: id, from: z.number().int().nonnegative(), limit: z.number().int().min(1).max(1000) }),
    toolFindings,
  ),
};

export const diagnosticsTopics = {
  /** Grows when something was written to the log. */
  'diagnostics.logged': z.number().int(),
  /** The tool that runs, or ran last; null: none since the start. */
  'diagnostics.tool': toolRun.nullable(),
};
