import { z } from 'zod';

import { kindOf, randomFault, randomSchema, rolls } from './fault-random.ts';
import type { RandomFaults } from './fault-random.ts';
import { matches, rulesSchema } from './fault-rules.ts';
import type { FaultRule, Passing } from './fault-rules.ts';
import { switchesSchema } from '../switches.ts';
import type { Switches } from '../switches.ts';

const panelSchema = z.strictObject({
  rules: rulesSchema.optional(),
  /** A mix of everything, beside the rules; null ends it. */
  random: randomSchema.nullable().optional(),
  /** Only those to change. */
  switches: z.record(z.string(), z.unknown()).optional(),
  /** Two switches also at the top, because they are changed most. */
  rateLimit: z.unknown().optional(),
  presignedTtlSeconds: z.unknown().optional(),
  seed: z.number().int().optional(),
  /** As the panel shows it; passed over. */
  shown: z.unknown().optional(),
  requests: z.unknown().optional(),
});

const AT_THE_TOP = ['rateLimit', 'presignedTtlSeconds'] as const;

/** How many of the last faults the panel shows. */
const MOST_SHOWN = 500;

interface ArmedRule {
  readonly rule: FaultRule;
  readonly pattern: RegExp;
  passed: number;
  applied: number;
}

/** What a request meets. */
export interface Fault {
  readonly rule: FaultRule;
  /** Drawn, where the rule gives a range. */
  readonly delayMs: number;
}

/** What shall go wrong, and how the silent parts of the specification are played. Forgotten at the end of the run. */
export class FaultPanel {
  #rules: ArmedRule[] = [];
  #random: RandomFaults | null = null;
  readonly #counts = new Map<string, number>();
  #shown: object[] = [];
  #requests = 0;
  #switches: Switches;
  #roll = rolls(1);

  constructor(switches: Switches) {
    this.#switches = switches;
  }

  switches(): Switches {
    return this.#switches;
  }

  /** Everything as it stands, with how often each rule applied, the last faults, oldest first, and how many requests came. */
  state(): object {
    const rules = this.#rules.map(({ rule, applied }) => ({ ...rule, applied }));
    return { rules, random: this.#random, shown: this.#shown, switches: this.#switches, requests: this.#requests };
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
    if (panel.random !== undefined) this.#random = panel.random;
    if (panel.seed !== undefined) this.#roll = rolls(panel.seed);
    if (rules === undefined && panel.random === undefined) return;
    this.#counts.clear();
    this.#shown = [];
  }

  /** What a request meets, which is counted; null when nothing is in store for it. Rules go before the mix. */
  take(passing: Passing): Fault | null {
    this.#requests += 1;
    const rule = this.#ruleFor(passing) ?? this.#drawn(passing);
    if (rule === null) return null;
    const delayMs = this.#delayOf(rule);
    this.#shown = [...this.#shown.slice(1 - MOST_SHOWN), { at: kindOf(passing), ...differing(rule), delayMs }];
    return { rule, delayMs };
  }

  #ruleFor(passing: Passing): FaultRule | null {
    for (const armed of this.#rules) {
      if (!matches(armed.rule, armed.pattern, passing)) continue;
      armed.passed += 1;
      const { skip, times, chance } = armed.rule;
      const due = armed.passed > skip && (times === null || armed.applied < times);
      if (!due || (chance < 1 && this.#roll() >= chance)) continue;
      armed.applied += 1;
      return armed.rule;
    }
    return null;
  }

  #drawn(passing: Passing): FaultRule | null {
    if (this.#random === null) return null;
    const kind = kindOf(passing);
    const count = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, count + 1);
    return randomFault(this.#random, passing, count);
  }

  #delayOf({ delayMs }: FaultRule): number {
    if (typeof delayMs === 'number') return delayMs;
    const [least, most] = delayMs;
    return least + Math.floor(this.#roll() * (most - least + 1));
  }
}

function arm(rule: FaultRule): ArmedRule {
  return { rule, pattern: new RegExp(rule.match.pathPattern ?? ''), passed: 0, applied: 0 };
}

/** What a rule does, without what it leaves alone. */
function differing(rule: FaultRule): object {
  const {
    match: _match,
    skip: _skip,
    times: _times,
    chance: _chance,
    messages: _messages,
    applied: _applied,
    ...effects
  } = rule;
  return Object.fromEntries(Object.entries(effects).filter(([, value]) => value !== null && value !== false));
}
