import { useEffect, useState } from 'react';

import type { ConnectionInfo, ProviderInfo } from '../../../shared/features/connections/model.ts';
import { authorizationText } from '../../../shared/features/connections/text.ts';
import { connectionsWords } from '../../../shared/features/connections/window-text.ts';
import { formatClock } from '../../../shared/text/format.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { OutsideLink } from '../../components/outside-link.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { Checkbox } from '../../components/fields/checkbox.tsx';
import { beginAuthorization, leaveAuthorization, useAuthorizing } from './stores/authorizing.ts';
import { catalogue } from './stores/offers.ts';
import { goTo } from '../../state/navigation.ts';
import styles from './connections.module.css';

const words = connectionsWords.authorize;

interface Target {
  /** A new connection to it. */
  readonly provider?: ProviderInfo;
  /** The connection to authorize again. */
  readonly connection?: ConnectionInfo;
}

/** Signing in at a provider, in the system's browser: what it is asked for, the waiting, and how it ended. */
export function AuthorizeDialog({ onClose, ...target }: Target & { readonly onClose: () => void }) {
  const { start, ended, fault, isStarting } = useAuthorizing();
  const provider = useProvider(target);
  const [groups, setGroups] = useState(() => groupsAtFirst(provider, target.connection));
  const [tenant, setTenant] = useState('');
  // Closing the dialog ends the wait.
  useEffect(() => leaveAuthorization, []);
  const begin = () => {
    const wish = {
      connection: target.connection?.id ?? null,
      provider: provider?.id ?? target.connection?.provider ?? '',
      groups: groups === null ? null : [...groups],
      tenant: tenant.trim() === '' ? null : tenant.trim(),
    };
    void beginAuthorization(wish, () => {
      onClose();
      goTo({ screen: 'connections', tab: 'list' });
    });
  };
  const canBegin = groups === null || groups.length > 0;
  const name = shownName(target.connection?.name ?? provider?.name ?? '');
  const title = target.connection === undefined ? words.title(name) : words.again(name);
  if (start !== null) return <Waiting title={title} url={start.url} until={start.until} onClose={onClose} />;
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      onSubmit={() => (canBegin && !isStarting ? begin() : undefined)}
      buttons={
        <>
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button look="main" type="submit" isDisabled={!canBegin || isStarting} onPress={() => undefined}>
            {ended === null && fault === null ? words.go : words.anew}
          </Button>
        </>
      }
    >
      <p>{words.about}</p>
      {provider === null || groups === null ? (
        <p>{words.whatever}</p>
      ) : (
        <Groups provider={provider} chosen={groups} onChange={setGroups} />
      )}
      <TextField label={words.tenant} hint={words.tenantHint} value={tenant} onChange={setTenant} maxLength={200} />
      <div role="alert">
        {fault === null ? null : <FaultNotice fault={fault} saidTitle={connectionsWords.serviceSaid} />}
        {ended === null ? null : (
          <Notice tone={ended.name === 'mismatch' ? 'alert' : 'wait'} title={words.ended[ended.name]}>
            <span>{shownName(authorizationText(ended))}</span>
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

/** What the catalogue says of where a connection leads. */
function useProvider({ provider, connection }: Target): ProviderInfo | null {
  const listed = catalogue.use(({ value }) => value?.find(({ id }) => id === connection?.provider) ?? null);
  return provider ?? listed;
}

/** Nothing is requested that the person did not choose, unless there is no choice. Null: the service decides. */
function groupsAtFirst(
  provider: ProviderInfo | null,
  connection: ConnectionInfo | undefined,
): readonly string[] | null {
  if (provider === null || provider.groups.length === 0) return null;
  const allowed = provider.groups.map(({ id }) => id).filter(id => mayAsk(provider, id));
  if (connection !== undefined) return allowed.filter(id => connection.groups.includes(id));
  return allowed.length === 1 ? allowed : [];
}

function mayAsk({ policy }: ProviderInfo, group: string): boolean {
  return policy?.groups?.includes(group) !== false;
}

function Groups(props: {
  readonly provider: ProviderInfo;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  const { provider, chosen, onChange } = props;
  return (
    <fieldset className={styles['group']}>
      <legend>{words.groups}</legend>
      {provider.groups.map(({ id, scopes }) => (
        <Checkbox
          key={id}
          isOn={chosen.includes(id)}
          isDisabled={!mayAsk(provider, id)}
          onChange={isOn => onChange(isOn ? [...chosen, id] : chosen.filter(each => each !== id))}
        >
          {shownName(id)}{' '}
          <span className={styles['soft']}>
            {mayAsk(provider, id) ? shownName(words.scopes(scopes)) : words.notAllowed}
          </span>
        </Checkbox>
      ))}
    </fieldset>
  );
}

function Waiting(props: {
  readonly title: string;
  readonly url: string;
  readonly until: string;
  readonly onClose: () => void;
}) {
  const { title, url, until, onClose } = props;
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog
      title={title}
      // Who comes back from the browser may press beside it.
      role="alertdialog"
      isOpen
      onClose={onClose}
      buttons={<Button onPress={onClose}>{words.cancel}</Button>}
    >
      <h3 className={styles['name']}>{words.waitTitle}</h3>
      <p>{words.waitAbout}</p>
      <div className={styles['chips']}>
        <OutsideLink look="main" href={url} label={words.open} />
        <Button onPress={() => void navigator.clipboard.writeText(url).then(() => setCopied(true))}>
          {isCopied ? words.copied : words.copy}
        </Button>
      </div>
      <p className={styles['soft']}>{words.until(formatClock(Date.parse(until)))}</p>
    </Dialog>
  );
}
