import type { Standing } from '../../../../shared/features/organization/oversight-model.ts';
import { oversightTexts as texts } from '../../../../shared/features/organization/oversight-text.ts';
import { EXIT, type ExitCode } from '../../runner/exit-codes.ts';

/** Why there is nothing of what a service need not have; otherwise `nothing`, if there is that to say. */
export function whyNothing(what: keyof typeof texts.absent, standing: Standing, nothing: string | null): string | null {
  if (standing === 'not-allowed') return texts.notAllowed[what];
  return standing === 'absent' ? texts.absent[what] : nothing;
}

/** The exit code that goes with it. */
export function exitOf({ standing }: { readonly standing: Standing }): ExitCode {
  return standing === 'not-allowed' ? EXIT.error : EXIT.ok;
}
