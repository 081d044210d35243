// The rules in words, loaded when somebody wants to read one.
import type { Export } from '../lib/types.ts'
import type { Lang } from '../lib/say.ts'

export interface Rule {
  id: string
  rulebook: string
  kind: 'engine' | 'console' | 'advice'
  ruling: boolean
  options: string[]
  ru: string
  en: string
}

let loaded: Promise<Rule[]> | undefined

export function rules(): Promise<Rule[]> {
  loaded ??= import('../../../say/catalogue/rules.json').then((m) => m.default as Rule[])
  return loaded
}

export const ruleText = (rule: Rule, lang: Lang): string => rule[lang]

/** The middle part of an id, under which rules are grouped: "TIE" of "CITY-TIE-2". */
export const topic = (id: string): string => id.split('-')[1] ?? ''

/**
 * Whether a game ended by the host's word that a side is beaten: the rule that is named then tells more of other
 * things than of that.
 */
export const declared = (record: Export | null): boolean => {
  const last = record?.steps.at(-1)?.command
  return last?.do === 'beaten' || (last?.do === 'overrule' && last.command.do === 'beaten')
}
