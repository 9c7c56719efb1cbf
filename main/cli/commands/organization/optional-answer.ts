import type { Standing } from '../../../../shared/features/organization/oversight-model.ts';
import { oversightTexts as texts } from '../../../../shared/features/organization/oversight-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { EXIT, type ExitCode } from '../../runner/exit-codes.ts';

/** Says why there is nothing of what a service need not have; otherwise `nothing`, if there is that to say. */
export function toldOf(
  context: CommandContext,
  what: keyof typeof texts.absent,
  standing: Standing,
  nothing: string | null,
): ExitCode {
  if (standing === 'not-allowed') context.tell(texts.notAllowed[what]);
  else if (standing === 'absent') context.tell(texts.absent[what]);
  else if (nothing !== null) context.tell(nothing);
  return standing === 'not-allowed' ? EXIT.error : EXIT.ok;
}
