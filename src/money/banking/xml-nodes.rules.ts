import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml'
import { BankFileError } from './bank-statement.rules.ts'

/** An element's name without the prefix of its namespace. */
const localName = ({ name }: XmlElement) => name.slice(name.indexOf(':') + 1)

/** Child elements of a local name. */
export function childrenOf(element: XmlElement | null, name: string): XmlElement[] {
  return (element?.children ?? []).filter((child) => child instanceof XmlElement).filter((child) => localName(child) === name)
}

/** The first element at a path of local names; null if there is none. */
export function elementAt(element: XmlElement | null, ...path: string[]): XmlElement | null {
  return path.reduce((parent, name) => childrenOf(parent, name)[0] ?? null, element)
}

/** The text of the first element at a path, empty if there is none. */
export function textAt(element: XmlElement | null, ...path: string[]): string {
  return elementAt(element, ...path)?.text.trim() ?? ''
}

/**
 * The root element of an XML text. Entities that a document declares are not expanded, and nothing is loaded.
 * @throws BankFileError with the line if the text is not well-formed
 */
export function xmlRoot(text: string): XmlElement | null {
  try {
    return parseXml(text).root
  } catch (error) {
    // Elements nested by the thousand exhaust the stack.
    throw new BankFileError('broken', error instanceof XmlError ? error.line : null)
  }
}
