import { useState } from 'react';

import { settingsWords as words } from '../../../shared/features/settings/text.ts';
import { Button } from '../../components/controls/button.tsx';
import { saveNetwork, tryNetwork, useNetwork } from '../../state/settings.ts';
import { announce } from '../../state/announcements.ts';
import { SavedField } from './saved-field.tsx';

const noError = (): null => null;

/** The proxy that requests go through. */
export function ProxySetting() {
  const network = useNetwork(state => state.value);
  if (network === null) return <span>{words.reading}</span>;
  const label = words.network.proxy;
  return (
    <SavedField
      label={label}
      value={network.proxy === 'system' ? '' : network.proxy}
      maxLength={300}
      errorOf={noError}
      onSave={text => saveNetwork({ proxy: text.trim() === '' ? 'system' : text.trim() }, label)}
    />
  );
}

/** Certificates that are trusted beside those of the system. */
export function CertificatesSetting() {
  const network = useNetwork(state => state.value);
  if (network === null) return <span>{words.reading}</span>;
  const label = words.network.certificates;
  return (
    <SavedField
      label={label}
      value={network.certificates ?? ''}
      maxLength={4000}
      errorOf={noError}
      onSave={text => saveNetwork({ certificates: text.trim() === '' ? null : text.trim() }, label)}
    />
  );
}

/** Tries whether the service answers, and says so. */
export function ConnectionTest() {
  const [said, setSaid] = useState<readonly string[]>([]);
  const [isTrying, setTrying] = useState(false);
  const ask = async () => {
    setTrying(true);
    const lines = await tryNetwork();
    setTrying(false);
    setSaid(lines);
    announce(lines.join(' '));
  };
  return (
    <>
      <Button isDisabled={isTrying} onPress={() => void ask()}>
        {isTrying ? words.network.trying : words.network.tryIt}
      </Button>
      {said.map(line => (
        <p key={line}>{line}</p>
      ))}
    </>
  );
}
