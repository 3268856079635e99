/** The price of an item, in words: "£27.50", "From £27.50" or "FREE". */
export const PriceTag = ({ text }: { text: string }) => <strong className="tabular">{text}</strong>
