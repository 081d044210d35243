// The rules in words, loaded when somebody wants to read one.
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
