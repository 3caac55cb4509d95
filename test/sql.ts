/** A word (lower case), a quoted name, a parameter, a literal or a sign in an SQL text. */
export type Token = { kind: 'word' | 'name' | 'parameter' | 'literal' | 'sign'; text: string }
/** The contents of a pair of brackets. */
export type Group = { kind: 'group'; nodes: Node[] }
export type Node = Token | Group

const patterns: [Token['kind'] | 'nothing', RegExp][] = [
  ['nothing', /\s+|--[^\n]*|\/\*[\s\S]*?\*\//y],
  ['name', /"((?:[^"]|"")*)"/y],
  ['literal', /'(?:[^']|'')*'|\$([A-Za-z_]*)\$[\s\S]*?\$\1\$|\d+(?:\.\d+)?/y],
  ['parameter', /\$\d+/y],
  ['word', /[A-Za-z_]\w*/y],
  ['sign', /::|->>|->|#>>|[<>!@]+=?|\|\||[\s\S]/y],
]

function tokens(text: string): Token[] {
  const found: Token[] = []
  for (let at = 0; at < text.length;) {
    for (const [kind, pattern] of patterns) {
      pattern.lastIndex = at
      const match = pattern.exec(text)
      if (!match) continue
      at = pattern.lastIndex
      const [whole, inner] = match
      if (kind === 'name') found.push({ kind, text: (inner ?? '').replaceAll('""', '"') })
      else if (kind !== 'nothing') found.push({ kind, text: kind === 'word' ? whole.toLowerCase() : whole })
      break
    }
  }
  return found
}

/** The tokens of an SQL text, with the contents of round brackets as groups. */
export function parseSql(text: string): Node[] {
  const open: Node[][] = [[]]
  for (const token of tokens(text)) {
    if (token.kind === 'sign' && token.text === '(') open.push([])
    else if (token.kind === 'sign' && token.text === ')' && open.length > 1) {
      const nodes = open.pop() ?? []
      open.at(-1)?.push({ kind: 'group', nodes })
    } else open.at(-1)?.push(token)
  }
  // Unclosed brackets belong to no statement that ran.
  return open.flat()
}

/** Whether a node is one of some unquoted words; with no words given, any unquoted word. */
export function isWord(node: Node | undefined, ...words: string[]): boolean {
  return node?.kind === 'word' && (words.length === 0 || words.includes(node.text))
}

export function isSign(node: Node | undefined, sign: string): boolean {
  return node?.kind === 'sign' && node.text === sign
}

/** Whether a node is a name: quoted or an unquoted word. */
export function isName(node: Node | undefined): node is Token {
  return node?.kind === 'name' || node?.kind === 'word'
}

/** Splits nodes at those for which `isBetween` is true, and drops the separators. */
export function split(nodes: readonly Node[], isBetween: (node: Node) => boolean): Node[][] {
  const parts: Node[][] = [[]]
  for (const node of nodes) {
    if (isBetween(node)) parts.push([])
    else parts.at(-1)?.push(node)
  }
  return parts
}

/** Every token in order, including those in brackets; each group ends with its bracket. */
export function flat(nodes: readonly Node[]): Token[] {
  return nodes.flatMap((node) => (node.kind === 'group' ? [{ kind: 'sign' as const, text: '(' }, ...flat(node.nodes)] : [node]))
}
