import { organizationRole, organizationWindow as words } from '../../../../shared/features/organization/window-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { organization } from '../stores/organization-facts.ts';
import { organizationPower, organizationTrial, tryAnyway, useMayTry } from '../stores/power.ts';

interface UnsureProps {
  /** As it is told; null: the service does not say. */
  readonly role: string | null;
  readonly onTry: () => void;
}

/** The meaning of a role is not known: only what is surely allowed is offered, until the person tries the rest. */
export function Unsure({ role, onTry }: UnsureProps) {
  return (
    <Notice tone="rest">
      <span>{words.unsure(role)}</span>
      <Button look="quiet" onPress={onTry}>
        {words.tryAnyway}
      </Button>
    </Notice>
  );
}

/** The same for the organization; nothing where its role is known, or tried. */
export function OrganizationUnsure() {
  const view = organization.use(({ value }) => value);
  const isTried = useMayTry();
  if (view === null || isTried || organizationPower(view) !== 'unsure') return null;
  const role = view.role === null ? null : organizationRole(view.role);
  return <Unsure role={role} onTry={() => tryAnyway(organizationTrial(view))} />;
}
