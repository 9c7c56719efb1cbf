import { FolderSync, KeyRound, Loader, ShieldAlert } from 'lucide-react';

import { commands, words } from '../../../shared/text/words.ts';
import { CommandLine } from '../../components/command-line.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useMirrors } from '../../stores/mirrors.ts';
import { useSession } from '../../stores/session.ts';
import styles from './start-view.module.css';

/** What stands between a person and their files. */
export type StartState =
  | { readonly name: 'connecting' | 'signed-out' | 'checking' | 'no-mirror' }
  | { readonly name: 'access-ended'; readonly messages: readonly string[] };

/**
 * What is to be done before there are files to show; null when there are. Mirrors that exist are shown whoever is
 * signed in: their files are on this computer.
 */
export function useStartState(): StartState | null {
  const mirrors = useMirrors(state => state.value);
  const session = useSession(state => state.value);
  if (mirrors === null || session === null) return { name: 'connecting' };
  if (mirrors.length > 0) return null;
  if (session.name === 'access-ended') return session;
  return { name: session.name === 'ready' ? 'no-mirror' : session.name };
}

/** Says what to do first. */
export function StartView({ state }: { readonly state: StartState }) {
  switch (state.name) {
    case 'connecting':
      return <EmptyState icon={Loader} title={words.connection.connecting} />;
    case 'checking':
      return <EmptyState icon={KeyRound} title={words.start.checking} />;
    case 'signed-out':
      return (
        <EmptyState icon={KeyRound} title={words.start.signedOut}>
          <Step hint={words.start.signedOutHint} command={commands.signIn} />
        </EmptyState>
      );
    case 'access-ended':
      return (
        <EmptyState icon={ShieldAlert} title={words.start.ended}>
          {state.messages.length === 0 ? null : (
            <p>
              {`${words.start.serviceSaid}: `}
              <q>{state.messages.join(' ')}</q>
            </p>
          )}
          <Step hint={words.start.endedHint} command={commands.signIn} />
        </EmptyState>
      );
    case 'no-mirror':
      return (
        <EmptyState icon={FolderSync} title={words.start.noMirror}>
          <Step hint={words.start.noMirrorHint} command={commands.addMirror} />
        </EmptyState>
      );
  }
}

function Step({ hint, command }: { readonly hint: string; readonly command: string }) {
  return (
    <>
      <p>{hint}</p>
      <CommandLine command={command} copy={words.start.copy} copied={words.start.copied} />
      <p className={styles['after']}>{words.start.noticesItself}</p>
    </>
  );
}
