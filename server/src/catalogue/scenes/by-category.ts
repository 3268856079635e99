import { drawScene, type SceneName } from './scenes.ts'

/** Which scenes suit a category, by a word in its name. The first that fits counts. */
const SCENES_OF: readonly (readonly [RegExp, readonly SceneName[]])[] = [
  [/opera|classical|recital|choir|orchestra/i, ['candles', 'curtains', 'piano']],
  [/folk|ceilidh|member/i, ['folk', 'barn']],
  [/jazz|music|concert|gig|club|party/i, ['stage', 'piano', 'folk']],
  [/festival|fair|market/i, ['festival']],
  [/dance|ball/i, ['barn', 'tea']],
  [/film|cinema|screen/i, ['film']],
  [/theatre|drama|play|comedy|musical|show|panto/i, ['curtains', 'stage']],
  [/famil|child|kid/i, ['railway', 'bees']],
  [/food|drink|dinner|supper|wine|tasting|tea/i, ['supper', 'tea']],
  [/charity|walk|fundrais/i, ['lanterns', 'lighthouse']],
  [/climb|hik|mountain/i, ['climb']],
  [/outdoor|sport|water|sail|run|adventure/i, ['sea', 'climb']],
  [/workshop|class|course|craft|art|exhibit/i, ['letters']],
  [/nature|garden|animal/i, ['bees']],
  [/talk|lecture|learn|science|book|business/i, ['comet']],
]

/** The poster of an event by its category; null where no scene suits it. */
export function sceneFor(category: string, id: number): string | null {
  const scenes = SCENES_OF.find(([word]) => word.test(category))?.[1]
  return scenes === undefined ? null : drawScene(scenes[id % scenes.length]!, id)
}
