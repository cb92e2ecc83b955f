"""Games of one code and one maker: Het Bouwblokje and both boxes of Hasbro. Pure."""
