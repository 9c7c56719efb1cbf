import { isFault } from '../../engine/context/mirror-context.ts';
import type { Line } from '../../remote/api/ask.ts';
import type { AppContext } from '../../items/app-context.ts';

/** Fact: whether library folders may be changed, by organization, according to the service's last answer. */
const FACT = 'libraryManaging';

/** Who may make, rename and remove library folders: administrators. A refusal overrides the role. */
export class Managing {
  readonly #context: AppContext;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** Whether to offer it; not while it is unknown. */
  may(organization: string): boolean {
    return this.#context.journal.facts.get(FACT) === `${organization} yes`;
  }

  /** Asks for the person's role, once per organization, and on request. */
  async look({ organization }: Line, isAsked: boolean): Promise<void> {
    const { facts } = this.#context.journal;
    if (organization === null) return;
    const isKnown = facts.get(FACT)?.startsWith(`${organization} `) === true;
    if (isKnown && !isAsked) return;
    try {
      const all = await (await this.#context.engine.link()).api(null).organizations();
      const role = all.find(({ id }) => id === organization)?.role?.toLowerCase() ?? null;
      this.#note(organization, role === 'owner' || role === 'admin');
    } catch (error) {
      if (!isFault(error, 'not-allowed', 'scope', 'gone')) throw error;
      this.#note(organization, false);
    }
  }

  /** The service refused a change. */
  refused(organization: string): void {
    this.#note(organization, false);
    this.#context.changed();
  }

  #note(organization: string, may: boolean): void {
    this.#context.journal.facts.set(FACT, `${organization} ${may ? 'yes' : 'no'}`);
  }
}
