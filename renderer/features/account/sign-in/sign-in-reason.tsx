import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';

/** Why a person who was signed in has to sign in again. `said`: the service's own words. */
export interface SignInReason {
  readonly title: string;
  readonly about: string;
  readonly said: readonly string[];
}

/** What the service said about it; nothing when it said nothing. */
export function SaidByService({ reason }: { readonly reason: SignInReason | null }) {
  if (reason === null || reason.said.length === 0) return null;
  return (
    <p>
      {`${enterTexts.serviceSaid}: `}
      <q>{reason.said.join(' ')}</q>
    </p>
  );
}
