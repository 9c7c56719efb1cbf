import { useEffect, useState } from 'react';

import type { BrowserWay } from '../../../../shared/features/account/sign-in-model.ts';
import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Form } from '../../../components/fields/form.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { OutsideLink } from '../../../components/outside-link.tsx';
import { beginInBrowser, giveUpBrowser, useSignIn } from '../stores/sign-in.ts';
import { AddressForm } from './address-form.tsx';
import { SignInProblemNotice, useFocusOnProblem } from './sign-in-problem.tsx';
import styles from './sign-in-form.module.css';
import { StoreChoice } from './store-choice.tsx';
import layout from '../../../components/layout/layout.module.css';

const texts = enterTexts.browser;

/** A sign-in that goes on in the system's browser, never in a window of ours. */
export function BrowserForm({ way }: { readonly way: BrowserWay }) {
  const browser = useSignIn(state => state.browser);
  const place = useFocusOnProblem();
  return (
    <div className={styles['form']} ref={place}>
      <Ending way={way} />
      {browser === null ? way === 'oauth' ? <AskOauth /> : <AskAddress way={way} /> : <Waiting url={browser.url} />}
    </div>
  );
}

/** A company's sign-in is found by the address; a third party's does without. */
function AskAddress({ way }: { readonly way: 'sso' | 'external' }) {
  const said = way === 'sso' ? enterTexts.company : enterTexts.thirdParty;
  const { about, label, go } = said;
  const begin = () => void beginInBrowser(way);
  return (
    <AddressForm about={about} label={label} go={go} busy={texts.starting} isOptional={way !== 'sso'} onGo={begin} />
  );
}

function AskOauth() {
  const isBusy = useSignIn(state => state.isBusy);
  return (
    <Form onSubmit={() => void beginInBrowser('oauth')}>
      <p className={styles['about']}>{enterTexts.oauth.about}</p>
      <StoreChoice />
      <SignInProblemNotice />
      <div className={layout['wideToolbar']}>
        <Button look="main" type="submit" isDisabled={isBusy}>
          {isBusy ? texts.starting : enterTexts.oauth.go}
        </Button>
      </div>
    </Form>
  );
}

function Waiting({ url }: { readonly url: string }) {
  const [isCopied, setCopied] = useState(false);
  // Leaving this page ends the wait.
  useEffect(() => giveUpBrowser, []);
  return (
    <>
      <h3>{texts.title}</h3>
      <p className={styles['about']}>{texts.about}</p>
      <div className={layout['wideToolbar']}>
        <OutsideLink look="main" href={url} label={texts.open} />
        <span className={layout['faint']}>{texts.nothing}</span>
        <Button onPress={() => void navigator.clipboard.writeText(url).then(() => setCopied(true))}>
          {isCopied ? texts.copied : texts.copy}
        </Button>
        <Button look="quiet" onPress={giveUpBrowser}>
          {texts.cancel}
        </Button>
      </div>
    </>
  );
}

/** How the last attempt ended, when it did not sign in. */
function Ending({ way }: { readonly way: BrowserWay }) {
  const ended = useSignIn(state => state.ended);
  if (ended === null) return null;
  if (ended.name === 'mismatch') {
    return (
      <Notice tone="alert" title={texts.mismatch}>
        <span>{texts.mismatchAbout}</span>
      </Notice>
    );
  }
  if (ended.name === 'no-account') {
    return (
      <Notice tone="wait" title={texts.noAccount}>
        <span>{way === 'external' ? enterTexts.thirdParty.noAccountAbout : texts.noAccountAbout}</span>
      </Notice>
    );
  }
  if (ended.name === 'over') {
    return (
      <Notice tone="wait" title={texts.over}>
        <span>{texts.overAbout}</span>
      </Notice>
    );
  }
  return (
    <Notice tone="wait" title={texts.refused}>
      <span>{texts.refusedAbout}</span>
      {ended.message === null ? null : <q>{`${enterTexts.serviceSaid}: ${ended.message}`}</q>}
    </Notice>
  );
}
