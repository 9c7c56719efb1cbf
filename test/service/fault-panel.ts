import { z } from 'zod';

import { switchesSchema } from './switches.ts';
import type { Switches } from './switches.ts';

const ruleSchema = z.object({
  match: z
    .object({
      port: z.enum(['api', 'storage']).optional(),
      method: z.string().optional(),
      /** A regular expression on the path with its query, such as `/upload/confirm$`. */
      pathPattern: z.string().max(1000).optional(),
    })
    .default({}),
  /** Lets so many matching requests pass first. */
  skip: z.number().int().min(0).default(0),
  /** Applies so many times; null: always. */
  times: z.number().int().min(1).nullable().default(null),
  /** Applies to this share of the matching requests, drawn from `seed`. */
  chance: z.number().min(0).max(1).default(1),
  delayMs: z.number().int().min(0).max(600_000).default(0),
  status: z.number().int().min(200).max(599).nullable().default(null),
  errorCode: z.string().max(100).default('INTERNAL_ERROR'),
  messages: z.array(z.string()).default(['A fault was asked for.']),
  /** Seconds for the `Retry-After` header. */
  retryAfter: z.number().nullable().default(null),
  /** Answers 200 with a web page, as a captive portal does. */
  html: z.boolean().default(false),
  /** Closes the connection before the request has any effect. */
  dropBefore: z.boolean().default(false),
  /** Carries the request out, then closes the connection without an answer. */
  dropAfter: z.boolean().default(false),
  /** Sends only so many bytes of the answer's body, then closes the connection. */
  truncate: z.number().int().min(0).nullable().default(null),
});

const panelSchema = z.object({
  rules: z.array(ruleSchema).max(1000).optional(),
  /** Only those to change. */
  switches: z.record(z.string(), z.unknown()).optional(),
  /** Two switches also at the top, because they are changed most. */
  rateLimit: z.unknown().optional(),
  presignedTtlSeconds: z.unknown().optional(),
  seed: z.number().int().optional(),
});

const AT_THE_TOP = ['rateLimit', 'presignedTtlSeconds'] as const;

export type FaultRule = z.infer<typeof ruleSchema>;

/** A request as the rules see it. */
export interface Passing {
  readonly port: 'api' | 'storage';
  readonly method: string;
  readonly target: string;
}

interface ArmedRule {
  readonly rule: FaultRule;
  readonly pattern: RegExp;
  passed: number;
  applied: number;
}

/** What shall go wrong, and how the silent parts of the specification are played. Forgotten at the end of the run. */
export class FaultPanel {
  #rules: ArmedRule[] = [];
  #switches: Switches;
  #dice = 1;

  constructor(switches: Switches) {
    this.#switches = switches;
  }

  switches(): Switches {
    return this.#switches;
  }

  /** Everything as it stands, with how often each rule applied. */
  state(): object {
    const rules = this.#rules.map(({ rule, applied }) => ({ ...rule, applied }));
    return { rules, switches: this.#switches };
  }

  /** Replaces the rules when `wanted` has some, and changes the switches it names. @throws ZodError, SyntaxError */
  change(wanted: unknown): void {
    const panel = panelSchema.parse(wanted);
    const rules = panel.rules?.map(arm);
    const top = Object.fromEntries(
      AT_THE_TOP.filter(name => panel[name] !== undefined).map(name => [name, panel[name]]),
    );
    this.#switches = switchesSchema.strict().parse({ ...this.#switches, ...panel.switches, ...top });
    if (rules !== undefined) this.#rules = rules;
    if (panel.seed !== undefined) this.#dice = panel.seed;
  }

  /** The rule that applies to a request, which is counted; null when none does. */
  take(passing: Passing): FaultRule | null {
    for (const armed of this.#rules) {
      if (!matches(armed, passing)) continue;
      armed.passed += 1;
      const { skip, times, chance } = armed.rule;
      const due = armed.passed > skip && (times === null || armed.applied < times);
      if (!due || (chance < 1 && this.#roll() >= chance)) continue;
      armed.applied += 1;
      return armed.rule;
    }
    return null;
  }

  /** A number in [0, 1) from the seed (mulberry32). */
  #roll(): number {
    this.#dice = (this.#dice + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#dice ^ (this.#dice >>> 15), 1 | this.#dice);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
}

function arm(rule: FaultRule): ArmedRule {
  return { rule, pattern: new RegExp(rule.match.pathPattern ?? ''), passed: 0, applied: 0 };
}

function matches({ rule, pattern }: ArmedRule, { port, method, target }: Passing): boolean {
  const { match } = rule;
  if (match.port !== undefined && match.port !== port) return false;
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  return pattern.test(target);
}
