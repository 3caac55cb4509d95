const key = 'singleKeys'

/** Whether `/`, `?` and pairs of letters are shortcuts in this browser; on until someone switches them off. */
export const singleKeysAreOn = () => localStorage.getItem(key) !== 'off'

/** Stores the choice in this browser. */
export const storeSingleKeys = (isOn: boolean) => localStorage.setItem(key, isOn ? 'on' : 'off')
