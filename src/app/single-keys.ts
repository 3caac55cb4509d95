const key = 'singleKeys'

/** Whether `/` and `?` act as shortcuts in this browser; they are until somebody switches them off. */
export const singleKeysAreOn = () => localStorage.getItem(key) !== 'off'

/** Stores the choice in this browser. */
export const storeSingleKeys = (isOn: boolean) => localStorage.setItem(key, isOn ? 'on' : 'off')
