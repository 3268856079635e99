import type { SaleEvent } from '../sale/sale.ts'

type SharedEvent = Pick<SaleEvent, 'title' | 'url' | 'reward'>

export type ShareTile =
  | { key: 'link.shareReward'; facts: { 'short reward text': string } }
  | { key: 'link.shareFriendsAndFamily' }

/** The text of the share tile, as a message key with its facts; null without a referral link. */
export function shareTile(events: readonly SharedEvent[], link: string): ShareTile | null {
  if (link === '') return null
  const [first] = events
  return first?.reward && events.every((event) => event.reward !== null)
    ? { key: 'link.shareReward', facts: { 'short reward text': first.reward.shortText } }
    : { key: 'link.shareFriendsAndFamily' }
}

/** A finished text, or a message key with its facts. */
export type ShareMessage =
  | { key: null; text: string }
  | { key: 'info.shareText'; facts: { title: string; link: string } }

/**
 * What a buyer shares of one event: the reward's own text with the referral link, which earns the reward, or the default
 * text with the link of the event.
 */
export function shareMessage({ title, url, reward }: SharedEvent, link: string): ShareMessage {
  return reward?.text
    ? { key: null, text: `${reward.text} (${link})` }
    : { key: 'info.shareText', facts: { title, link: reward ? link : url || link } }
}
