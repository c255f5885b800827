const restaurants = ['Casa Limón', 'Da Pino', 'The Old Ferry'];

const menuItems = `# Casa Limón

## To begin
- Grilled artichokes, lemon and salt
- Tomato salad with peaches

## To follow
- Sea bass from the oven, fennel
- Saffron rice with mushrooms

## To end
- Lemon tart
- Three cheeses, quince
`;

const prices = {
  currency: 'EUR',
  dishes: [
    { name: 'Grilled artichokes', price: 9.5 },
    { name: 'Tomato salad with peaches', price: 8 },
    { name: 'Sea bass from the oven', price: 22 },
    { name: 'Saffron rice with mushrooms', price: 17.5 },
    { name: 'Lemon tart', price: 6.5 },
    { name: 'Three cheeses', price: 9 },
  ],
};

const menu = { uri: 'demo://menu', mimeType: 'text/markdown', text: menuItems };

/** The resources of both servers. */
export const restaurantResources = [
  { ...menu, name: 'menu', title: 'The menu', description: 'What Casa Limón serves this week.' },
  {
    name: 'price-list',
    uri: 'demo://price-list',
    title: 'The price list',
    description: 'Every dish with its price, in euros.',
    mimeType: 'application/json',
    text: JSON.stringify(prices, null, 2),
  },
];

/** The prompt of both servers. `restaurant` and `tone` describe its arguments. */
export const reviewPrompt = {
  name: 'write_review',
  title: 'Write a review',
  description: 'Asks a model for a short restaurant review.',
  restaurant: 'The restaurant’s name.',
  tone: 'How it should sound: warm, honest, critical. Warm if left out.',
  /** Completes the name of a restaurant. */
  startingWith: (typed: string) => restaurants.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase())),
  write: ({ restaurant, tone = 'warm' }: { restaurant: string; tone?: string | undefined }) => ({
    description: `A review of ${restaurant}, ${tone}`,
    messages: [
      { role: 'user' as const, content: { type: 'resource' as const, resource: menu } },
      {
        role: 'user' as const,
        content: {
          type: 'text' as const,
          text: `Write a review of ${restaurant} in about 80 words. Tone: ${tone}. Mention one dish from the menu.`,
        },
      },
    ],
  }),
};
