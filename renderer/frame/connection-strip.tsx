import { accountPage } from '../../shared/features/account/window-text.ts';
import { diagnosticsWords } from '../../shared/features/diagnostics/window-text.ts';
import { commands, words } from '../../shared/text/words.ts';
import { Button } from '../components/controls/button.tsx';
import { CommandLine } from '../components/items/command-line.tsx';
import { FaultNotice } from '../components/feedback/fault-notice.tsx';
import { Notice } from '../components/feedback/notice.tsx';
import { useTool } from '../features/diagnostics/stores/diagnostics.ts';
import { desktop } from '../state/desktop.ts';
import { engine, useConnection } from '../state/engine.ts';
import { useMirrorName, useMirrors } from '../state/mirrors.ts';
import { goTo } from '../state/navigation.ts';
import { forgetSyncFault, useSyncFault } from '../state/sync.ts';
import styles from './connection-strip.module.css';

/** Says when the window and Benchtop are apart. Connecting again goes on by itself. */
export function ConnectionStrip() {
  const connection = useConnection(state => state.connection);
  const { name } = connection;
  // Before anything came there is nothing that could be old.
  const hasShown = useMirrors(state => state.value !== null);
  if (connection.name === 'lost') {
    return (
      <div className={styles['strip']}>
        <Notice tone="wait">
          <span>{`${hasShown ? words.connection.lost : words.connection.unreached} ${words.connection.trying}`}</span>
          <Button look="quiet" onPress={() => engine.tryNow()}>
            {words.connection.tryNow}
          </Button>
          {connection.isLong && desktop === null ? (
            <>
              <span>{words.connection.moved}</span>
              <CommandLine command={commands.window} copy={words.start.copy} copied={words.start.copied} />
            </>
          ) : null}
        </Notice>
      </div>
    );
  }
  if (name !== 'ended')
    return (
      <>
        <Renewing />
        <AskedInVain />
      </>
    );
  return (
    <div className={styles['strip']}>
      <Notice tone="alert">
        <span>{`${words.connection.ended} ${words.connection.endedRemedy}`}</span>
        <CommandLine command={commands.window} copy={words.start.copy} copied={words.start.copied} />
      </Notice>
    </div>
  );
}

/** While the record of a folder is rebuilt, many files are read and none of them is sent. */
function Renewing() {
  const run = useTool(({ value }) => (value?.tool === 'renew' && value.state === 'running' ? value : null));
  const name = useMirrorName(run?.mirror ?? '');
  if (run === null) return null;
  const { renewing, show } = diagnosticsWords.tools;
  return (
    <div className={styles['strip']}>
      <Notice tone="rest">
        <span>{renewing(name)}</span>
        <Button look="quiet" onPress={() => goTo({ screen: 'diagnostics', tab: 'tools' })}>
          {show}
        </Button>
      </Notice>
    </div>
  );
}

/** Faults that a sign-in ends. */
const ENDS_WITH_SIGN_IN: ReadonlySet<string> = new Set(['signed-out', 'access-ended']);

/** What was asked of Benchtop from the keyboard or a button, and could not be done. */
function AskedInVain() {
  const fault = useSyncFault(state => state.fault);
  if (fault === null) return null;
  return (
    <div className={styles['strip']}>
      <FaultNotice
        fault={fault}
        saidTitle={words.start.serviceSaid}
        again={{ label: words.connection.close, onPress: forgetSyncFault }}
      >
        {ENDS_WITH_SIGN_IN.has(fault.kind) ? (
          <Button onPress={() => goTo({ screen: 'start' })}>{accountPage.signIn}</Button>
        ) : null}
      </FaultNotice>
    </div>
  );
}
