import { useSyncExternalStore } from 'react'

/** Whether this browser can use passkeys at this address: they belong to a domain, never to an IP address. */
const isSupported = () => 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname)

const never = () => () => {}

/** Whether this browser can use passkeys here; null while the page is as the server drew it. */
export const usePasskeySupport = (): boolean | null => useSyncExternalStore<boolean | null>(never, isSupported, () => null)
