import { formatBytes, formatCount } from '../../text/format.ts';

/** The words of the first run: signing in, and what is decided before the first file moves. */
export const enterTexts = {
  product: 'Set up Benchtop',
  step: (now: number, of: number) => `Step ${now} of ${of}`,
  back: 'Back',
  next: 'Continue',
  serviceSaid: 'The service said',
  tryAgain: 'Try again',

  introduction: {
    label: 'What Benchtop is',
    sentence:
      'Benchtop keeps folders of your lab’s knowledge base on this computer, and what changes on either side arrives on the other.',
  },

  service: {
    title: 'Where is your knowledge base?',
    about: 'The address is in your invitation, or whoever looks after the service knows it.',
    label: 'Address of the service',
    hint: 'Such as kb.example.org; https:// is put before it.',
    tried: (address: string) => `Tried ${address}.`,
    go: 'Continue',
    checking: 'Looking for it…',
    wrong: 'No knowledge base answers there. Check the address; it may end in another way.',
    offline:
      'The address did not answer. You may be offline, or it is not quite right. You can finish this when you are online.',
    found: (build: string | null) => (build === null ? 'It answered.' : `It answered: ${build}`),
    change: 'Change',
  },

  identity: {
    title: 'Sign in',
    again: 'Sign in again',
    ended: 'Your access has ended',
    endedAbout:
      'Files on this computer stay where they are, but nothing more is sent or downloaded. Sign in again to go on.',
    againAbout: 'Your key or session is no longer accepted, or you signed out. Changes on this computer are kept.',
    ways: 'Ways to sign in',
    email: 'E-mail code',
    company: 'Company sign-in',
    thirdParty: 'Other account',
    key: 'API key',
    oauth: 'Sign in with browser',
  },

  email: {
    label: 'Your e-mail address',
    about: 'A code is sent to you. If you are new, you can make an account with it.',
    send: 'Send code',
    sending: 'Sending…',
  },

  code: {
    sent: (email: string) => `A code was sent to ${email}. It is in the newest mail about signing in.`,
    label: 'Code from the mail',
    verify: 'Sign in',
    checking: 'Checking…',
    resend: 'Send another code',
    resendIn: (seconds: number) => `Another code can be sent in ${seconds} s`,
    resent: 'Another code was sent. The one before no longer works.',
    wrong: 'That code is not right. Look at the newest mail; after five wrong tries it no longer works.',
    expired: 'That code has run out. Send another one.',
    other: 'Another address',
  },

  register: {
    title: 'Make your account',
    about: (email: string) => `There is no account for ${email} yet. It takes a name and your consent.`,
    firstName: 'First name',
    lastName: 'Last name',
    terms: 'I accept the terms and conditions',
    privacy: 'I accept the privacy policy',
    readTerms: 'Read the terms',
    readPrivacy: 'Read the privacy policy',
    marketing: 'Tell me about news by mail',
    invitation: 'Link of an invitation, if you have one',
    go: 'Make account',
    going: 'Making it…',
    missingNames: 'Type your first and your last name.',
    missingConsent: 'An account needs both consents.',
  },

  company: {
    label: 'Your e-mail address at work',
    about: 'Your organization’s own sign-in opens in your browser. It is there if your organization set it up.',
    go: 'Continue in the browser',
  },

  thirdParty: {
    label: 'Your e-mail address (may be left out)',
    about:
      'An account that you have elsewhere, with a provider that the service works with. Its own sign-in opens in your browser.',
    go: 'Continue in the browser',
    noAccountAbout:
      'Nobody at this service is known under that account. Sign in with a code to make one, or ask for an invitation.',
  },

  oauth: {
    about:
      'The service asks you in your browser whether Benchtop may read and change what you can. You can take that back there.',
    go: 'Continue in the browser',
  },

  browser: {
    title: 'Finish in your browser',
    about: 'Open the page, sign in there, and come back. Benchtop goes on by itself.',
    open: 'Open the sign-in page',
    nothing: 'Nothing happened?',
    copy: 'Copy link',
    copied: 'Copied',
    cancel: 'Cancel',
    starting: 'Asking the service…',
    mismatch: 'The sign-in was stopped',
    mismatchAbout:
      'The answer that came back does not belong to the sign-in that was begun here. Nobody was signed in, and nothing was changed. If you did not open another sign-in yourself, tell whoever looks after your computer. Then begin again.',
    refused: 'The sign-in was refused',
    refusedAbout: 'Nothing was changed. Try again, or sign in another way.',
    noAccount: 'No account was found',
    noAccountAbout:
      'Company sign-in is for people who were invited. Ask for an invitation, or sign in with a code to make an account.',
    over: 'The sign-in took too long',
    overAbout: 'It was given up after five minutes. Nothing was changed. Begin again.',
  },

  key: {
    label: 'API key',
    hint: 'Begins with svc_live_ and is shown once, where it is made.',
    about: 'For instrument PCs and for people who were given one. It is tried before it is kept.',
    cut: (characters: number) =>
      `Is it cut off? These are ${characters} characters, and keys are longer as a rule. Copy the whole key.`,
    go: 'Sign in',
    checking: 'Trying the key…',
    which: 'You are in several organizations, and the service does not tell which one this key is for.',
    organization: 'Organization of this key',
    form: 'That does not look like a key: keys begin with svc_live_ and have no spaces. Copy the whole key again.',
    refused:
      'The service does not accept this key. It may have run out or been taken back. Nothing was kept; make a new one.',
  },

  store: {
    title: 'This computer has no password store',
    label: 'How Benchtop should keep you signed in',
    memory: 'Ask me again each time Benchtop starts',
    memoryHint: 'Nothing is kept. Until you sign in again, nothing is sent or downloaded.',
    file: 'Keep it in a file that only you can read',
    fileHint: 'It is not protected by a password: whoever can read your files can use it.',
  },

  noOrganization: {
    toInvitation: 'Paste an invitation',
    title: 'You are in no organization yet',
    about:
      'You are signed in, but no organization has you as a member. Paste the link of an invitation, or ask for one.',
  },

  computer: {
    title: 'What kind of computer is this?',
    about: 'It decides what Benchtop offers here.',
    label: 'Kind of computer',
    another: 'Sign in as somebody else',
    own: 'My computer',
    ownHint: 'Folders are kept in step both ways: what you save here is sent, what changes there arrives here.',
    instrument: 'Instrument PC',
    instrumentHint: 'Folders are only sent. Nothing is downloaded into them or removed from them.',
    shared: 'Shared analysis computer',
    sharedHint: 'Folders are only downloaded. What somebody changes here is not sent.',
    admin: (role: string) => `This account is ${role} of its organization`,
    adminAbout: (who: string | null) =>
      `Whoever sits at this computer can read and change what ${who ?? 'that account'} can, in all of its folders. For an instrument, use a key of an account that sees only its own folder.`,
  },

  place: {
    title: 'Where should its folders be?',
    organization: 'Organization',
    only: (name: string) => `Organization: ${name}`,
    label: 'Folder on this computer',
    hint: 'Each folder that you choose next lies in it under its own name.',
    checking: 'Looking at it…',
    switching: 'Changing the organization…',
  },

  folders: {
    title: 'What should be kept on this computer?',
    label: 'What to keep',
    browse: 'Only browse',
    browseHint: 'Nothing is downloaded now. You can keep folders here at any time.',
    keep: 'Keep folders here',
    keepHint: 'They are real folders, there without a connection too.',
    tree: 'Folders of the knowledge base',
    reading: 'Reading the folders…',
    none: 'No folder is shared with you yet.',
    counting: 'Counting…',
    holds: (files: number, bytes: number, isWhole: boolean) =>
      `${isWhole ? '' : 'more than '}${formatCount(files, 'file')}, ${formatBytes(bytes)}`,
    special: 'of the service',
    mirrored: 'kept here already',
    unread: 'could not be read',
    myFolder: 'Choose my own folder',
    myFolderHint: 'Your own place in the knowledge base; it is made there if it is not there yet.',
    nothing: 'Choose at least one folder, or only browse.',
    nothingYet: 'Choose at least one folder.',
    chosen: (folders: number) => `${formatCount(folders, 'folder')} chosen`,
    review: 'Review',
  },

  review: {
    title: 'Before anything moves',
    browse: 'Nothing will be downloaded and nothing will be sent. You can browse what is shared with you.',
    comparing: (name: string) => `Comparing “${name}”…`,
    down: (files: number, bytes: number, isWhole: boolean) =>
      isWhole && files === 0
        ? 'Nothing will be downloaded'
        : `${isWhole ? '' : 'At least '}${formatCount(files, 'file')}, ${formatBytes(bytes)} will be downloaded`,
    up: (files: number, bytes: number, isWhole: boolean) =>
      isWhole && files === 0
        ? 'Nothing will be sent'
        : `${isWhole ? '' : 'At least '}${formatCount(files, 'file')}, ${formatBytes(bytes)} will be sent`,
    stays: (files: number) =>
      `${formatCount(files, 'file')} that ${files === 1 ? 'is' : 'are'} only here will stay here and not be sent`,
    notDown: (files: number) => `${formatCount(files, 'file')} at the service will not be downloaded`,
    compared: (files: number) =>
      files === 1
        ? '1 file that is on both sides will be compared, never overwritten'
        : `${formatCount(files, 'file')} that are on both sides will be compared, never overwritten`,
    different: (files: number) =>
      files === 1
        ? '1 file differs: both versions are kept, and you choose later'
        : `${formatCount(files, 'file')} differ: both versions are kept, and you choose later`,
    leftOut: (files: number) =>
      `${formatCount(files, 'file')} left out by a rule ${files === 1 ? 'stays' : 'stay'} here`,
    where: 'Folders',
    willBeMade: 'new folder',
    isThere: 'folder with files',
    noRoom: (needed: number, free: number) =>
      `This needs ${formatBytes(needed)}, and ${formatBytes(free)} are free. What fits is downloaded; the rest waits.`,
    table: 'Files on both sides or only here',
    columns: { file: 'File', how: 'How it stands', here: 'Here', there: 'At the service' },
    more: (count: number) => `and ${formatCount(count, 'more file', 'more files')}`,
    start: 'Start',
    starting: 'Starting…',
    failed: (name: string) => `“${name}” could not be set up`,
    failedAbout: 'Folders that were set up before it are kept in step. Nothing was overwritten.',
    notWhole: 'There is more than was looked at here. The first sync looks at everything, by the same rules.',
  },

  arriving: {
    title: 'Your folders are set up',
    about: 'Benchtop fills them by itself, also while you do something else. You can open the folder now.',
    looking: 'Looking for what is in it…',
    far: (files: number, all: number | null) =>
      all === null ? `${formatCount(files, 'file')} so far` : `${files} of ${formatCount(all, 'file')}`,
    done: (files: number) => `Everything is in step: ${formatCount(files, 'file')}`,
    needsYou: 'Something in it needs you. Open the folder to see what.',
    progress: (name: string) => `Progress of “${name}”`,
    now: (names: string) => `Now: ${names}`,
    open: 'Open the folder',
    openOf: (name: string) => `Open “${name}”`,
    openShort: 'Open',
  },

  checklist: {
    title: 'First steps',
    folder: 'Choose a folder',
    folderHint: 'Keep a folder of the knowledge base on this computer.',
    drop: 'Drop a file',
    dropHint: 'Put a file into the folder on your computer and watch it being sent.',
    ask: 'Ask the agent',
    askHint: 'Open Chat and ask about your files; its reply names the files it used.',
    done: 'Done',
    away: 'Put this list away',
  },

  browseOnly: {
    title: 'No folder is kept on this computer',
    about: 'You are signed in. Choose folders to have them here, there without a connection too.',
    choose: 'Choose folders',
  },
} as const;
