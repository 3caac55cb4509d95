import { useReader } from '#ui/use-reader.ts'

/** Whether this browser can use passkeys at this address: they belong to a domain, never to an IP address. */
const isSupported = () => 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname)

/** Whether this browser can use passkeys here; null while the page is as the server drew it. */
export const usePasskeySupport = (): boolean | null => useReader<boolean | null>(isSupported, null)
