import { isFault } from '../../engine/context/mirror-context.ts';
import type { Line } from '../../remote/api/ask.ts';
import type { AppContext } from '../../items/app-context.ts';

/** Whether folders of the library may be changed, by the organization and the last word of the service about it. */
const FACT = 'libraryManaging';

/** Who may make, rename and remove folders of the library: administrators (spec 4.4). A refusal counts more than a role. */
export class Managing {
  readonly #context: AppContext;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** Whether to offer it. While nothing is known it is not offered. */
  may(organization: string): boolean {
    return this.#context.journal.facts.get(FACT) === `${organization} yes`;
  }

  /** Asks for the person's role, once for each organization, and whenever a person wants everything checked. */
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

  /** The service refused it. */
  refused(organization: string): void {
    this.#note(organization, false);
    this.#context.changed();
  }

  #note(organization: string, may: boolean): void {
    this.#context.journal.facts.set(FACT, `${organization} ${may ? 'yes' : 'no'}`);
  }
}
